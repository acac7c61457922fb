" Shelves and what lies on them.
runtime plugin/item.vim
let g:shelf_capacity = 50

" Puts an item on a shelf.
function! shelf#add(item) abort
  call s:touch()
endfunction

function! s:touch() abort
endfunction

command! -nargs=1 ShelfAdd call shelf#add(<q-args>)
augroup shelf
  autocmd!
augroup END
