import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { read, root, variables } from './lib/known-names.ts'
import { leaveOut, toolPath } from './lib/tools.mjs'

const chart = 'deploy/helm/teleward'
const helm = toolPath('helm')
if (!helm) leaveOut('what the Helm chart renders into', 'helm is not here')

describe('the chart', () => {
  it('has settings that the server knows, no secret in its values, and every value that it uses', () => {
    const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown> & { env: Record<string, string> }
    const schema = JSON.parse(read(`${chart}/values.schema.json`)) as Record<string, unknown>
    const check = new Ajv({ strict: false, validateFormats: false }).compile(schema)
    check(values)
    expect(check.errors ?? []).toEqual([])
    for (const wrong of [
      { image: { repository: 'x', tag: 'latest' } },
      ...['TURN_SECRET', 'WECHAT_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'].map((name) => ({ env: { [name]: 'x' } })),
      { replicas: 0 },
      { colour: 'red' },
    ])
      expect([wrong, check({ ...values, ...wrong })]).toEqual([wrong, false])
    const templates = readdirSync(join(root, chart, 'templates'))
      .map((name) => read(`${chart}/templates/${name}`))
      .join('\n')
    const set = [...templates.matchAll(/\{ name: ([A-Z][A-Z_]+)\b/g)].map(([, name = '']) => name)
    for (const name of [...Object.keys(values.env), ...set]) expect([name, variables.has(name)]).toEqual([name, true])
    for (const [, path = ''] of templates.matchAll(/\.Values\.([\w.]+)/g)) {
      const found = path
        .split('.')
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], values)
      expect([path, found !== undefined]).toEqual([path, true])
    }
  })

  it('is watched under the job by which the rules ask for it', () => {
    const monitor = read(`${chart}/templates/service.yaml`)
      .split('\n---\n')
      .find((part) => part.includes('kind: PodMonitor'))
    const [, label = ''] = /^ {2}jobLabel: (\S+)$/m.exec(monitor ?? '') ?? []
    const [, job = ''] = new RegExp(`^${label}: (\\S+)$`, 'm').exec(read(`${chart}/templates/_names.tpl`)) ?? []
    const asked = [...read('deploy/monitoring/alerts.yml').matchAll(/job="([^"]+)"/g)].map(([, name]) => name)
    expect([label !== '', ...new Set(asked)]).toEqual([true, job])
  })

  // Where it is not here the end of the run says so.
  if (helm)
    it('renders into what Kubernetes is to run: as nobody in particular, on a file system that is read only', () => {
      const run = (...args: string[]) => spawnSync(helm ?? '', args, { cwd: root, encoding: 'utf8' })
      expect(run('lint', chart).status).toBe(0)
      const all = ['--set', 'podMonitor.enabled=true', '--set', 'autoscaling.maxReplicas=6', '--kube-version', '1.31.0']
      const made = run('template', 'care', chart, ...all)
      expect([made.stderr, made.status]).toEqual(['', 0])
      const documents = parseAllDocuments(made.stdout).map((one) => one.toJS() as { kind: string; spec: never })
      expect(documents.map(({ kind }) => kind).sort()).toEqual([
        'Deployment',
        'HorizontalPodAutoscaler',
        'Ingress',
        'PodDisruptionBudget',
        'PodMonitor',
        'Service',
      ])
      const deployment = documents.find(({ kind }) => kind === 'Deployment') as unknown as {
        spec: {
          template: {
            spec: {
              securityContext: object
              terminationGracePeriodSeconds: number
              containers: { securityContext: object; env: { name: string }[] }[]
            }
          }
        }
      }
      const { template } = deployment.spec
      expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
      expect(template.spec.terminationGracePeriodSeconds).toBe(38)
      const [server] = template.spec.containers
      expect(server?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(server?.env.map(({ name }) => name).filter((name) => !variables.has(name))).toEqual([])
      expect(run('template', 'care', chart, ...all, '--set', 'image.tag=latest').status).not.toBe(0)
    })
})
