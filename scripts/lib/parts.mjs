// Which parts of the proof passed on which tree: what has not changed since is not asked again.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
const folder = join(root, 'node_modules/.teleward')
const path = join(folder, 'parts.json')

/** `day`: the one that is played; a part that passed on one has not passed on another. */
export function keptParts(day) {
  const tree = git('rev-parse', 'HEAD^{tree}')
  const commit = git('rev-parse', '--short', 'HEAD')
  // What is not committed has no name by which it could be known again.
  const clean = tree !== '' && git('status', '--porcelain') === ''
  const parts = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return {
    /** When a part passed on this very tree; undefined: it has to be asked. */
    of(name) {
      const one = parts[`${name} ${day}`]
      return clean && one?.tree === tree && one.green ? one : undefined
    },
    put(name, result) {
      parts[`${name} ${day}`] = { ...result, day, tree: clean ? tree : '', commit, at: new Date().toISOString() }
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, JSON.stringify(parts, null, 2))
    },
    /** As `docs/proof.md` has it: a row a part and day. */
    table(names) {
      const rows = Object.entries(parts)
        .map(([key, part]) => ({ name: key.split(' ')[0] ?? '', ...part }))
        .filter(({ name }) => names.includes(name))
        .sort((a, b) => a.day.localeCompare(b.day) || names.indexOf(a.name) - names.indexOf(b.name))
        .map(({ name, day: on, green, passed, failed, unsteady, seconds, commit: at, at: when, tree: known }) => {
          const state = `${green ? 'green' : 'RED'}${known ? '' : ', not committed'}`
          return `| ${name} | ${on} | ${state} | ${passed} | ${failed} | ${unsteady} | ${seconds} | ${at} | ${when.slice(0, 16)} |`
        })
      return [
        '| part | day | | passed | failed | unsteady | s | commit | when |',
        '|---|---|---|---|---|---|---|---|---|',
        ...rows,
      ].join('\n')
    },
  }
}
