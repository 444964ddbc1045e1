import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { processRegistry } from '../server/src/platform/observe/process.ts'
import { read, root } from './lib/known-names.ts'

/** Figures of the server, with what stands behind their declaration, where their labels are. */
const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => read(`server/src/${path}`))
const exposed = new Map<string, { kind: string; labels: string }>()
for (const text of sources)
  for (const match of text.matchAll(/\.(gauge|counter|histogram)\(\s*'(\w+)'/g))
    exposed.set(match[2] ?? '', { kind: match[1] ?? '', labels: text.slice(match.index, match.index + 700) })
for (const { name, type } of processRegistry().getMetricsAsArray() as unknown as { name: string; type: string }[])
  exposed.set(name, { kind: type, labels: '' })
// Of Prometheus itself.
exposed.set('up', { kind: 'gauge', labels: '' })
const FUNCTIONS = /\b(sum|rate|increase|max|min|by|histogram_quantile|topk|absent|le|or)\b/g

function unknownIn(expression: string): string[] {
  const labels = [...expression.matchAll(/\{([^}]*)\}|by \(([^)]*)\)/g)].flatMap(([, inside, by]) =>
    (inside ? [...inside.matchAll(/(\w+)\s*[=!~]/g)].map(([, name = '']) => name) : (by ?? '').split(',')).map((name) =>
      name.trim(),
    ),
  )
  const bare = expression.replaceAll(/\{[^}]*\}|by \([^)]*\)|\[\w+\]|"[^"]*"/g, ' ').replaceAll(FUNCTIONS, ' ')
  const names = [...bare.matchAll(/[a-z_][\w:]*/g)].map(([name]) => name)
  const parts = names.map((name) => {
    const base = name.replace(/_(bucket|sum|count)$/, '')
    return { name, of: exposed.get(name) ?? (exposed.get(base)?.kind === 'histogram' ? exposed.get(base) : undefined) }
  })
  const wrong = parts.filter(({ of }) => !of).map(({ name }) => name)
  const own = labels.filter((label) => !['instance', 'job', 'le'].includes(label))
  const strange = own.filter((label) => !parts.some(({ of }) => of?.labels.includes(`'${label}'`)))
  return [...wrong, ...strange.map((label) => `{${label}}`)]
}

describe('what watches it', () => {
  it('asks for figures that the server has, with labels that they have', () => {
    const { groups } = parse(read('deploy/monitoring/alerts.yml')) as {
      groups: {
        rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[]
      }[]
    }
    const rules = groups.flatMap((group) => group.rules)
    const board = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
      panels: { id: number; title: string; targets: { expr: string }[] }[]
    }
    const asked = [
      ...rules.map(({ alert, expr }) => [alert, expr] as const),
      ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ]
    expect(asked.length).toBeGreaterThan(25)
    for (const [where, expression] of asked) expect([where, unknownIn(expression)]).toEqual([where, []])
    expect(unknownIn('sum by (colour) (rate(teleward_ready[5m])) + teleward_nothing')).toEqual([
      'teleward_nothing',
      '{colour}',
    ])
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
    // Whoever is woken finds what to do.
    const operations = read('docs/operations.md')
    for (const { alert, labels, annotations } of rules)
      expect([
        alert,
        operations.includes(alert),
        /^(page|ticket)$/.test(labels.severity),
        Boolean(annotations.summary),
      ]).toEqual([alert, true, true, true])
  })
})
