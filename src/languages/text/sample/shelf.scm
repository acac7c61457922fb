(define-module (warehouse shelf))
(use-modules (srfi srfi-1))
; how much fits
(define capacity 50)
(define (add shelf item)
  (cons item shelf))
(define-record-type shelf (make-shelf code) shelf? (code shelf-code))
(define-syntax-rule (with-shelf s body) (let ((x s)) body))
