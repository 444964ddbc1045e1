// Which parts of the proof passed on which tree: what has not changed since is not asked again.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
const folder = join(root, 'node_modules/.teleward')
const path = join(folder, 'parts.json')

export function keptParts() {
  const tree = git('rev-parse', 'HEAD^{tree}')
  const commit = git('rev-parse', '--short', 'HEAD')
  // What is not committed has no name by which it could be known again.
  const clean = tree !== '' && git('status', '--porcelain') === ''
  const parts = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return {
    /** When a part passed on this very tree; undefined: it has to be asked. */
    of: (name) => (clean && parts[name]?.tree === tree && parts[name].green ? parts[name] : undefined),
    put(name, result) {
      parts[name] = { ...result, tree: clean ? tree : '', commit, at: new Date().toISOString() }
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, JSON.stringify(parts, null, 2))
    },
    /** As `docs/proof.md` has it. */
    table(names) {
      const rows = names
        .filter((name) => parts[name])
        .map((name) => {
          const { green, passed, failed, unsteady, seconds, commit, at, tree } = parts[name]
          const state = `${green ? 'green' : 'RED'}${tree ? '' : ', not committed'}`
          return `| ${name} | ${state} | ${passed} | ${failed} | ${unsteady} | ${seconds} | ${commit} | ${at.slice(0, 16)} |`
        })
      return [
        '| part | | passed | failed | unsteady | s | commit | when |',
        '|---|---|---|---|---|---|---|---|',
        ...rows,
      ].join('\n')
    },
  }
}
