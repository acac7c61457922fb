(ns warehouse.shelf
  "Shelves and what lies on them."
  (:require [clojure.string :as str]
            [warehouse.item :as item])
  (:import (java.time Instant)))

(def capacity 50)
(defonce ^:private registry (atom {}))

(defprotocol Placed
  (place [this]))

(defrecord Shelf [code items]
  Placed
  (place [_] code))

;; Puts an item on a shelf.
(defn add
  "Adds."
  [shelf item]
  (update shelf :items conj item))

(defn- touch [shelf] shelf)
(defmacro with-shelf [binding & body] `(let ~binding ~@body))
(defmethod print-method Shelf [shelf writer] nil)
