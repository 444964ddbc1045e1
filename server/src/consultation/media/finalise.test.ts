import { existsSync, openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobSource, EncodedPacketSink, Input, WEBM } from 'mediabunny'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FinaliseError, finalise } from './finalise.ts'

/** Two segments of a real call as Chromium's MediaRecorder wrote them: 6 s and 3 s, without length and index. */
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const first = fixture('segment-1.webm')
const second = fixture('segment-2.webm')

let folder: string
const path = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teleward-finalise-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function written(name: string, bytes: Uint8Array) {
  await writeFile(path(name), bytes)
  return path(name)
}

async function look(file: string) {
  using input = new Input({ source: new BlobSource(await openAsBlob(file)), formats: [WEBM] })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video || !audio) throw new Error('a track is missing')
  const times: Record<'video' | 'audio', number[]> = { video: [], audio: [] }
  for await (const packet of new EncodedPacketSink(video).packets()) times.video.push(packet.timestamp)
  for await (const packet of new EncodedPacketSink(audio).packets()) times.audio.push(packet.timestamp)
  const seekedTo = (await new EncodedPacketSink(video).getKeyPacket(7))?.timestamp ?? Number.NaN
  return { times, seekedTo }
}

const rises = (times: number[]) => times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0))
/** The Duration in the Info element and the Cues: what a player needs to show a length and to jump. */
const hasLength = (bytes: Buffer) => bytes.subarray(0, 4096).includes(Buffer.from([0x44, 0x89, 0x88]))
const hasCues = (bytes: Buffer) => bytes.includes(Buffer.from([0x1c, 0x53, 0xbb, 0x6b]))

const problemOf = (segments: string[], target: string) =>
  finalise(segments, path(target)).then(
    () => 'none',
    (error) => (error instanceof FinaliseError ? error.problem : error),
  )

describe('finalising a recording', () => {
  it('[CALL-11~] gives a raw recording its length and its index', async () => {
    const raw = await readFile(first)
    expect([hasLength(raw), hasCues(raw)]).toEqual([false, false])
    const result = await finalise([first], path('one.webm'))
    const whole = await readFile(path('one.webm'))
    expect([hasLength(whole), hasCues(whole)]).toEqual([true, true])
    expect(result.bytes).toBe(whole.byteLength)
    expect(result.durationMs).toBeGreaterThan(5_900)
    expect(result.durationMs).toBeLessThan(6_100)
  })

  it('[CALL-11~] joins two segments without a hole, an overlap or a lost packet', async () => {
    const [a, b] = [await finalise([first], path('a.webm')), await finalise([second], path('b.webm'))]
    const result = await finalise([first, second], path('two.webm'))
    expect(Math.abs(result.durationMs - a.durationMs - b.durationMs)).toBeLessThan(50)
    const [one, two, joined] = [await look(first), await look(second), await look(path('two.webm'))]
    for (const kind of ['video', 'audio'] as const) {
      expect(joined.times[kind]).toHaveLength(one.times[kind].length + two.times[kind].length)
      expect(rises(joined.times[kind])).toBe(true)
      const steps = joined.times[kind].slice(1).map((time, i) => time - (joined.times[kind][i] ?? 0))
      expect(Math.max(...steps)).toBeLessThan(0.3)
    }
    expect(joined.seekedTo).toBeGreaterThan(5.9)
    expect(joined.seekedTo).toBeLessThanOrEqual(7)
  })

  it('[CALL-11~] keeps what there is of a file cut off anywhere', async () => {
    const raw = await readFile(first)
    let before = 0
    for (const share of [0.05, 0.31, 0.5, 0.77, 0.93, 0.999]) {
      const cut = await written('cut.webm', raw.subarray(0, Math.floor(raw.byteLength * share)))
      const { durationMs } = await finalise([cut], path('cut-whole.webm'))
      expect(durationMs).toBeGreaterThanOrEqual(before)
      expect(Math.abs(durationMs - 6_000 * share)).toBeLessThan(250)
      expect(rises((await look(path('cut-whole.webm'))).times.video)).toBe(true)
      before = durationMs
    }
  })

  it('[CALL-11~] goes on after a cut-off segment with the next one', async () => {
    const raw = await readFile(first)
    const cut = await written('half.webm', raw.subarray(0, Math.floor(raw.byteLength / 2)))
    const alone = await finalise([cut], path('half-alone.webm'))
    const result = await finalise([cut, second], path('half-joined.webm'))
    expect(Math.abs(result.durationMs - alone.durationMs - 3_000)).toBeLessThan(150)
  })

  it('[CALL-11~] passes over segments in which nothing was recorded', async () => {
    const raw = await readFile(first)
    const nothing = await written('nothing.webm', new Uint8Array())
    const header = await written('header.webm', raw.subarray(0, 200))
    const result = await finalise([nothing, header, second], path('passed.webm'))
    expect(result.durationMs).toBeGreaterThan(2_900)
    expect(await problemOf([nothing, header], 'empty.webm')).toBe('EMPTY')
    expect(await problemOf([], 'empty.webm')).toBe('EMPTY')
  })

  it('[CALL-11~] refuses what is no recording, other codecs and a target that cannot be written', async () => {
    const text = await written('text.webm', Buffer.from('this is no recording at all\n'.repeat(200)))
    expect(await problemOf([first, text], 'bad.webm')).toBe('UNREADABLE')
    expect(await problemOf([first, path('missing.webm')], 'bad.webm')).toBe('UNREADABLE')
    const raw = await readFile(second)
    const at = raw.indexOf('V_VP8')
    const other = Buffer.from(raw)
    other.write('V_VP9', at)
    expect(at).toBeGreaterThan(0)
    expect(await problemOf([first, await written('vp9.webm', other)], 'bad.webm')).toBe('MISMATCH')
    expect(await problemOf([first], 'no/such/folder.webm')).toBe('WRITE')
    expect(existsSync(path('bad.webm'))).toBe(false)
    expect(existsSync(path('bad.webm.part'))).toBe(false)
  })

  it('[CALL-11~] leaves an earlier whole file alone until the new one is whole', async () => {
    const { bytes } = await finalise([first], path('kept.webm'))
    expect(await problemOf([await written('junk.webm', Buffer.alloc(5_000, 7))], 'kept.webm')).toBe('UNREADABLE')
    expect((await stat(path('kept.webm'))).size).toBe(bytes)
  })
})
