-- Asks the language server questions from within Neovim, as a person would: the file is opened, the cursor is put at the place, and Neovim's own client
-- sends the request. Works with Neovim 0.7 and newer. Reads $SCOUT_QUESTIONS, writes $SCOUT_ANSWERS.
local function read(path)
  local file = assert(io.open(path, 'r'))
  local text = file:read('*a')
  file:close()
  return vim.json.decode(text)
end

local function write(path, value)
  local file = assert(io.open(path, 'w'))
  file:write(vim.json.encode(value))
  file:close()
end

local asked = read(os.getenv('SCOUT_QUESTIONS'))
local capabilities = vim.lsp.protocol.make_client_capabilities()
local client = vim.lsp.start_client({ name = 'code-scout', cmd = asked.command, root_dir = asked.root, capabilities = capabilities })
assert(vim.wait(60000, function()
  local running = vim.lsp.get_client_by_id(client)
  return running ~= nil and running.initialized == true
end, 20), 'the server did not start')

-- A location, or a link to one, as `path:line:column` from 1; the column in bytes, as Neovim counts.
local function place(location)
  local uri = location.uri or location.targetUri
  local range = location.range or location.targetSelectionRange
  local path = vim.uri_to_fname(uri)
  local buffer = vim.uri_to_bufnr(uri)
  vim.fn.bufload(buffer)
  local text = vim.api.nvim_buf_get_lines(buffer, range.start.line, range.start.line + 1, false)[1] or ''
  local column = vim.str_byteindex(text, math.min(range.start.character, vim.str_utfindex(text)), true)
  return string.format('%s:%d:%d', path:sub(#asked.root + 2), range.start.line + 1, column + 1)
end

local function names(symbols, found)
  for _, symbol in ipairs(symbols) do
    table.insert(found, symbol.name)
    names(symbol.children or {}, found)
  end
  return found
end

local function answer(question)
  vim.cmd('silent edit ' .. vim.fn.fnameescape(asked.root .. '/' .. question.path))
  local buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(buffer, client)
  if question.insert then vim.api.nvim_buf_set_lines(buffer, 0, 0, false, question.insert) end
  local params = { textDocument = vim.lsp.util.make_text_document_params() }
  if question.line then
    vim.api.nvim_win_set_cursor(0, { question.line, question.column - 1 })
    params = vim.lsp.util.make_position_params()
  end
  if question.method == 'textDocument/references' then params.context = { includeDeclaration = false } end
  local replies = vim.lsp.buf_request_sync(buffer, question.method, params, 60000)
  local reply = replies and replies[client]
  if reply == nil then return { error = 'no reply' } end
  if reply.error then return { error = reply.error.message } end
  local result = reply.result
  if result == nil or result == vim.NIL then return { found = {} } end
  if question.method == 'textDocument/hover' then return { text = result.contents.value, found = {} } end
  if question.method == 'textDocument/documentSymbol' then return { found = names(result, {}) } end
  local found = {}
  for _, location in ipairs(result.uri and { result } or result) do table.insert(found, place(location)) end
  return { found = found }
end

local answers = {}
for at, question in ipairs(asked.questions) do
  local ok, value = pcall(answer, question)
  answers[at] = ok and value or { error = tostring(value) }
end
write(os.getenv('SCOUT_ANSWERS'), answers)
vim.lsp.stop_client(client)
vim.cmd('qall!')
