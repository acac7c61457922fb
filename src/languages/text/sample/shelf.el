;;; shelf.el --- Shelves and what lies on them  -*- lexical-binding: t -*-
(require 'cl-lib)
(require 'subr-x)

(defgroup shelf nil "Shelves." :group 'tools)
(defcustom shelf-capacity 50 "How much fits." :type 'integer)
(cl-defstruct (shelf-box (:constructor shelf-box-new)) code items)

;; Puts an item on a shelf.
(defun shelf-add (shelf item)
  "Add ITEM to SHELF."
  (push item (shelf-box-items shelf)))

(defmacro shelf-with (shelf &rest body)
  `(let ((shelf ,shelf)) ,@body))

(define-minor-mode shelf-mode "A mode." :lighter " Shelf")
(provide 'shelf)
