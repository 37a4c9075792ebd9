; The width of a tile: what is it, and does a tile end within the matrix?
(range %width)
(prove (<= (+ %j %width) 128))
(range (dim %product 1))
(trips %j)
