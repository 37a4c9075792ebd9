(prove (== (mod %sum 3) 0))
(eq %sum :in (%n))
(prove (== (dim %last 0) %size))
(prove (<= 0 %s))
