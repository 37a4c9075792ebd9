; The last tile of a loop over n elements is not empty, and does not pass the end.
(set-logic QF_LIA)
(declare-const n Int)
(declare-const tile Int)
(assert (and (<= 0 tile) (< tile (div (+ n 31) 32))))
(define-fun size () Int (ite (<= 32 (- n (* 32 tile))) 32 (- n (* 32 tile))))
(push 1)
(assert (not (and (<= 1 size) (<= (+ (* 32 tile) size) n))))
(check-sat)
(pop 1)
; Not every tile is full: 33 elements make one of a single element.
(assert (and (= n 33) (< size 32)))
(check-sat)
(get-value (tile size))
