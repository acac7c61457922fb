(* Shelves and what lies
   on them. *)
open Printf
include Warehouse.Base

module Item = struct
  type t = { name : string; weight : float }

  let make name weight = { name; weight }
end

module type PLACED = sig
  type t
  val place : t -> string
end

type 'a shelf = { code : string; mutable items : 'a list }
exception Full of string

let capacity = 50

(** Puts an item on a shelf. *)
let rec add ?(force = false) shelf item =
  if force then shelf.items <- item :: shelf.items
  else add ~force:true shelf item

and remove shelf item =
  shelf.items <- List.filter (fun i -> i <> item) shelf.items

class drawer = object
  method pull x = x + 1
end

let () = printf "%d\n" capacity
