;;; Asks the language server questions from within Emacs, by eglot and xref, as a person would.  -*- lexical-binding: t -*-
;;; Reads $SCOUT_QUESTIONS, writes $SCOUT_ANSWERS. Works with eglot 1.9 (a package) and the one that Emacs has since 29.
(require 'json)
(require 'project)
(require 'xref)
(package-initialize)
(require 'eglot)

(defvar scout-asked
  (let ((json-object-type 'plist) (json-array-type 'list) (json-false nil))
    (json-read-file (getenv "SCOUT_QUESTIONS"))))
(defvar scout-root (file-name-as-directory (plist-get scout-asked :root)))

;; One major mode for all languages: eglot needs one, and Emacs brings none for some of them.
(define-derived-mode scout-mode prog-mode "Scout")
(setq auto-mode-alist '(("" . scout-mode))
      interpreter-mode-alist nil
      magic-mode-alist nil
      magic-fallback-mode-alist nil
      eglot-server-programs (list (cons 'scout-mode (plist-get scout-asked :command)))
      eglot-sync-connect 60
      eglot-events-buffer-size 0
      large-file-warning-threshold nil
      make-backup-files nil
      auto-save-default nil
      create-lockfiles nil
      enable-local-variables nil)
(cl-defmethod project-root ((project (head scout))) (cdr project))
(setq project-find-functions (list (lambda (_) (cons 'scout scout-root))))

(defun scout-place (item)
  "`path:line:column' of an xref, from 1; the column in bytes."
  (let* ((location (xref-item-location item))
         (marker (xref-location-marker location)))
    (with-current-buffer (marker-buffer marker)
      (save-excursion
        (save-restriction
          (widen)
          (goto-char marker)
          (format "%s:%d:%d"
                  (substring (file-truename (buffer-file-name)) (length (file-truename scout-root)))
                  (line-number-at-pos)
                  (1+ (string-bytes (buffer-substring-no-properties (line-beginning-position) (point))))))))))

(defun scout-names (symbols)
  (mapcan (lambda (symbol) (cons (plist-get symbol :name) (scout-names (append (plist-get symbol :children) nil)))) (append symbols nil)))

(defun scout-answer (question)
  (let ((buffer (find-file-noselect (expand-file-name (plist-get question :path) scout-root))))
    (with-current-buffer buffer
      (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
      (when (plist-get question :insert)
        (save-excursion
          (goto-char (point-min))
          (dolist (line (plist-get question :insert)) (insert line "\n")))
        ;; As the idle timer does, which batch mode never runs.
        (eglot--signal-textDocument/didChange))
      (when (plist-get question :line)
        (goto-char (point-min))
        (forward-line (1- (plist-get question :line)))
        (goto-char (byte-to-position (+ (position-bytes (point)) (1- (plist-get question :column))))))
      (pcase (plist-get question :method)
        ("textDocument/definition"
         (list :found (vconcat (mapcar #'scout-place (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))))
        ("textDocument/references"
         (list :found (vconcat (mapcar #'scout-place (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot))))))
        ("textDocument/implementation"
         (list :found (vconcat (mapcar #'scout-place (eglot--lsp-xrefs-for-method :textDocument/implementation)))))
        ("textDocument/documentSymbol"
         (list :found (vconcat (scout-names (jsonrpc-request (eglot--current-server-or-lose) :textDocument/documentSymbol
                                                             (list :textDocument (eglot--TextDocumentIdentifier)))))))
        ("textDocument/hover"
         (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
           (list :found [] :text (plist-get (plist-get hover :contents) :value))))))))

;; The connection is made from a buffer of its own, which is not asked about.
(with-current-buffer (find-file-noselect (expand-file-name "code-scout-start" scout-root))
  (apply #'eglot--connect (eglot--guess-contact)))

(let ((answers (mapcar (lambda (question)
                         (condition-case problem (scout-answer question)
                           (error (list :error (error-message-string problem)))))
                       (plist-get scout-asked :questions))))
  (with-temp-file (getenv "SCOUT_ANSWERS")
    (set-buffer-file-coding-system 'utf-8)
    (insert (json-encode (vconcat answers)))))
(kill-emacs 0)
