#!/usr/bin/ lazy { items.size }
    val (first, second) =o
@f