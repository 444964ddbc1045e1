import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isErrorCode } from '@teleward/contract/core/errors.ts'
import type { ErrorCode } from '@teleward/contract/core/errors.gen.ts'
import { parseSync } from 'vite'

/**
 * Which codes the handler of each call can come to, read from the source: from what is handed to `route(http, api.name, …)`
 * through every function and constant that it names, here or in the contract's rules. A code counts where its name stands,
 * thrown or returned, so the answer is rather too long than too short.
 */

interface Node {
  type: string
  [key: string]: unknown
}
interface Said {
  codes: Set<ErrorCode>
  /** `name`, or `space.name` of what is used. */
  names: Set<string>
}
interface Module {
  declared: Map<string, Said>
  /** Local name → file and exported name; `*` stands for the whole module. */
  imported: Map<string, [string, string]>
  passedOn: string[]
  routes: { call: string; said: Said; around: Said }[]
}

const src = fileURLToPath(new URL('..', import.meta.url))
const contract = fileURLToPath(new URL('../../../contract/src', import.meta.url))
/** The machinery under every call answers with the codes that every call declares; demo and tools serve none. */
const elsewhere = /^(platform\/(db|http|sockets|timers|audit|events|xlsx|observe)|demo|tools)\//
/** Of another call: what that one declares. */
const definitions = /endpoints\.ts$/

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nodeOf = (value: unknown): Node => (isNode(value) ? value : { type: 'None' })
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')

function walk(value: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const one of value) walk(one, see)
  else if (isNode(value) && see(value)) for (const part of Object.values(value)) walk(part, see)
}

function saidIn(value: unknown): Said {
  const said: Said = { codes: new Set(), names: new Set() }
  walk(value, (node) => {
    const { value: literal } = node
    if (node.type === 'Literal' && typeof literal === 'string' && isErrorCode(literal)) said.codes.add(literal)
    if (node.type === 'Identifier') said.names.add(text(node.name))
    const [object, property] = [nodeOf(node.object), nodeOf(node.property)]
    if (node.type === 'MemberExpression' && object.type === 'Identifier' && property.type === 'Identifier')
      said.names.add(`${text(object.name)}.${text(property.name)}`)
    // Of types, only what is asserted about a value holds one.
    return !node.type.startsWith('TS') || node.type.endsWith('Expression')
  })
  return said
}

function fileOf(from: string, source: string): string | undefined {
  if (source.startsWith('.')) return resolve(dirname(from), source)
  return source.startsWith('@teleward/contract/')
    ? join(contract, source.slice('@teleward/contract/'.length))
    : undefined
}

function declare(module: Module, statement: Node): void {
  const { type } = statement
  const said = saidIn(statement)
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration')
    module.declared.set(text(nodeOf(statement.id).name), said)
  if (type === 'VariableDeclaration')
    for (const { id, init } of nodesOf(statement.declarations)) module.declared.set(text(nodeOf(id).name), saidIn(init))
  walk(statement, (node) => {
    const [, call, ...handlers] = nodesOf(node.arguments)
    if (node.type === 'CallExpression' && nodeOf(node.callee).name === 'route' && call && handlers.length) {
      const name = text(nodeOf(call.property).name) || text(call.name)
      module.routes.push({ call: name, said: saidIn(handlers), around: said })
    }
    return true
  })
}

function read(file: string): Module {
  const module: Module = { declared: new Map(), imported: new Map(), passedOn: [], routes: [] }
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  for (const statement of nodesOf(program.body)) {
    const from = fileOf(file, text(nodeOf(statement.source).value))
    if (from && statement.type === 'ExportAllDeclaration') module.passedOn.push(from)
    for (const one of from ? nodesOf(statement.specifiers) : []) {
      const whole = one.type === 'ImportNamespaceSpecifier'
      const theirs = text(nodeOf(statement.type === 'ImportDeclaration' ? one.imported : one.local).name)
      const ours = text(nodeOf(statement.type === 'ImportDeclaration' ? one.local : one.exported).name)
      if (from) module.imported.set(ours, [from, whole ? '*' : theirs])
    }
    declare(module, isNode(statement.declaration) ? statement.declaration : statement)
  }
  return module
}

/** By the exported name of the definition. */
export function thrownCodes(): Map<string, Set<ErrorCode>> {
  const modules = new Map<string, Module>()
  for (const root of [src, contract])
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(path)) modules.set(join(root, path), read(join(root, path)))

  const find = (file: string, name: string, depth = 0): [string, string] | undefined => {
    const module = modules.get(file)
    if (!module || depth > 6) return undefined
    const [head = '', tail] = name.split('.')
    if (!tail && module.declared.has(head)) return [file, head]
    const [from, theirs] = module.imported.get(head) ?? []
    if (from && theirs === '*') return tail ? find(from, tail, depth + 1) : undefined
    if (from && theirs && !tail) return find(from, theirs, depth + 1)
    return module.passedOn.map((other) => find(other, name, depth + 1)).find((found) => found !== undefined)
  }
  const gather = (file: string, said: Said, codes: Set<ErrorCode>, seen: Set<string>): void => {
    for (const code of said.codes) codes.add(code)
    for (const name of said.names) {
      const [where, what] = find(file, name) ?? []
      if (!where || !what || seen.has(`${where} ${what}`)) continue
      seen.add(`${where} ${what}`)
      const next = modules.get(where)?.declared.get(what)
      if (next && !elsewhere.test(where.slice(src.length)) && !definitions.test(where)) gather(where, next, codes, seen)
    }
  }

  const all = new Map<string, Set<ErrorCode>>()
  for (const [file, { routes }] of modules)
    for (const { call, said, around } of routes) {
      // Several calls in a loop over a table: each of them stands where the loop does.
      const named =
        call.includes('definition') || call === 'list' ? [...around.names].map((name) => name.split('.')[1]) : [call]
      for (const name of named) {
        const codes = all.get(name ?? '') ?? new Set<ErrorCode>()
        gather(file, said, codes, new Set())
        all.set(name ?? '', codes)
      }
    }
  return all
}
