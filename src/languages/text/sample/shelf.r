library(dplyr)
requireNamespace("stats")
source("helpers.R")

CAPACITY <- 50

#' Puts an item on a shelf.
#' @export
add_item <- function(shelf, item) {
  shelf$items <- c(shelf$items, item)
  shelf
}

.hidden = function(x) x
Shelf <- R6::R6Class("Shelf", public = list())
setGeneric("place", function(x) standardGeneric("place"))
