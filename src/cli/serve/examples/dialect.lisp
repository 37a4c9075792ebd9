(eq %size)
(prove (<= (* 4 %size) (+ (dim %rows 0) 3)))
(range %left)
