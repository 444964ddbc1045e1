import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datefudge } from '../../scripts/lib/datefudge.mjs'

export const turnInstalled = () => spawnSync('turnserver', ['--version'], { stdio: 'ignore' }).error === undefined

export interface TurnServer {
  url: string
  stop(): Promise<void>
}

async function freeUdpPort(): Promise<number> {
  const probe = createSocket('udp4')
  await new Promise<void>((bound) => probe.bind(0, '127.0.0.1', bound))
  const { port } = probe.address()
  await new Promise<void>((closed) => probe.close(closed))
  return port
}

/** Whether a STUN server answers there within 200 ms. */
async function answers(port: number): Promise<boolean> {
  const request = Buffer.alloc(20)
  request.writeUInt16BE(0x0001, 0)
  request.writeUInt32BE(0x2112a442, 4)
  randomFillSync(request, 8)
  const socket = createSocket('udp4')
  try {
    return await new Promise<boolean>((resolve) => {
      socket.on('message', () => resolve(true))
      socket.on('error', () => resolve(false))
      setTimeout(() => resolve(false), 200)
      socket.send(request, port, '127.0.0.1')
    })
  } finally {
    socket.close()
  }
}

/** A real coturn on loopback, set up as docs/operations.md says, but allowed to reach peers on the same machine. */
export async function startTurn(secret: string): Promise<TurnServer> {
  const port = await freeUdpPort()
  const folder = mkdtempSync(join(tmpdir(), 'teleward-turn-'))
  const args = ['-n', '--use-auth-secret', `--static-auth-secret=${secret}`, '--realm=teleward.test', '-L127.0.0.1']
  const loopback = ['-E127.0.0.1', `-p${port}`, '--allow-loopback-peers', '--no-cli', '--no-tls', '--no-dtls']
  const files = ['--log-file=stdout', `--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'db')}`]
  const child = spawn('turnserver', [...args, ...loopback, ...files], {
    // Credentials end by its clock.
    env: { ...process.env, ...datefudge() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const keep = (data: Buffer) => {
    said += data
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 40 || child.exitCode !== null) {
      await stop(child, folder)
      throw new Error(`turnserver does not answer: ${said.slice(-1000)}`)
    }
  }
  return { url: `turn:127.0.0.1:${port}?transport=udp`, stop: () => stop(child, folder) }
}

async function stop(child: ChildProcess, folder: string) {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill('SIGKILL')
    await gone
  }
  rmSync(folder, { recursive: true, force: true })
}
