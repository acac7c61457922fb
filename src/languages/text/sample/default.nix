# The warehouse as a package.
{ pkgs ? import <nixpkgs> { } }:
let
  lib = import ./lib.nix;
  mkShelf = { code, items ? [ ] }: { inherit code items; };
in
{
  shelf = mkShelf { code = "A1"; };
  version = "1.4.0";
}
