using module ./Item.psm1
Import-Module Pester
. ./helpers.ps1

<#
.SYNOPSIS
Puts an item on a shelf.
#>
function Add-ShelfItem {
    param([string]$Code, $Item)
    $Code # shown
}

class Shelf {
    [string] $Code
    [int] Size() { return 0 }
}

enum Material { Wood; Steel }
