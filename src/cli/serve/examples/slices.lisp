(overlap %a %b)
(overlap %a %c)
(contains %a %c)
(overlap (slice (%i) (4) (2)) (slice ((+ %i 1)) (4) (2)))
