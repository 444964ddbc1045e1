import { type ChildProcess, spawn } from 'node:child_process'
import { toolPath, withoutTool } from '../../../../scripts/lib/tools.mjs'
import { freePort } from './free-port.ts'

/** Whether it is here; what is left out without it, the end of the run says. */
export const liveKitHere = (): boolean => withoutTool('livekit-server') === undefined

export interface LiveKitTestServer {
  url: string
  /** What the product needs to use it. */
  env: { LIVEKIT_URL: string; LIVEKIT_API_KEY: string; LIVEKIT_API_SECRET: string }
  kill(): Promise<void>
  /** Up again at the same address, knowing nobody. */
  again(): Promise<void>
  /** Stands still without hanging up, and goes on. */
  hold(): void
  release(): void
}

const KEY = 'test-key'
const SECRET = 'a-secret-of-these-tests-alone-32b'
/** Patience, not a measure. */
const READY_MS = 30_000

/** The real server, on loopback and ports of its own, keeping nothing. `redis`: by which it would find an egress service. */
export async function startLiveKit(redis?: { port: number; password: string }): Promise<LiveKitTestServer> {
  const binary = toolPath('livekit-server')
  if (!binary) throw new Error('LiveKit has not been built here: npm test does it, where Go is')
  const [port, udp, tcp] = await Promise.all([freePort(), freePort(), freePort()])
  const config = JSON.stringify({
    port,
    bind_addresses: ['127.0.0.1'],
    keys: { [KEY]: SECRET },
    logging: { level: 'warn' },
    ...(redis ? { redis: { address: `127.0.0.1:${redis.port}`, password: redis.password } } : {}),
    rtc: {
      udp_port: udp,
      tcp_port: tcp,
      node_ip: '127.0.0.1',
      use_external_ip: false,
      enable_loopback_candidate: true,
      interfaces: { includes: ['lo'] },
    },
  })
  let child: ChildProcess
  const begin = async () => {
    child = spawn(binary, ['--config-body', config], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (part: Buffer) => {
      said = (said + part.toString()).slice(-4000)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('error', ({ message }) => hear(Buffer.from(message)))
    for (const until = Date.now() + READY_MS; ; ) {
      const up = await fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (up) return
      const gone = child.exitCode !== null || child.signalCode !== null
      if (gone || Date.now() > until) throw new Error(`LiveKit does not answer:\n${said}`)
      await new Promise((wait) => setTimeout(wait, 50))
    }
  }
  await begin()
  const url = `ws://127.0.0.1:${port}`
  return {
    url,
    env: { LIVEKIT_URL: url, LIVEKIT_API_KEY: KEY, LIVEKIT_API_SECRET: SECRET },
    kill: () =>
      new Promise((gone) => {
        if (child.exitCode !== null || child.signalCode !== null) return gone()
        child.once('exit', () => gone())
        child.kill('SIGKILL')
      }),
    again: begin,
    hold: () => void child.kill('SIGSTOP'),
    release: () => void child.kill('SIGCONT'),
  }
}
