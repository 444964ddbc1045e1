import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { finalise } from '../server/src/consultation/media/finalise.ts'
import {
  BOTH_WELL,
  bothSides,
  type CallPair,
  type PairOptions,
  pairUp,
  pause,
  statsOf,
  untilConnected,
} from './media/call-pair.ts'
import { ALL_WELL, hueOf, mediaProof, sameHue, verdicts } from './media/checks.ts'
import { launch, type Party } from './media/launch.ts'
import { plainBrowser } from './media/plain-browser.ts'
import { playback } from './media/playback.ts'
import { startRelay } from './media/relay.ts'
import { ROLES } from './media/roles.ts'
import { buildSite } from './media/site.ts'

let folder: string
let recordings: string
let parties: [Party, Party]
let pair: CallPair | undefined

test.beforeAll(async () => {
  folder = await buildSite()
  recordings = mkdtempSync(join(tmpdir(), 'teleward-recordings-'))
  parties = await Promise.all([launch('staff'), launch('patient')])
})

test.afterEach(async () => {
  await pair?.end()
  pair = undefined
})

test.afterAll(async () => {
  await Promise.all((parties ?? []).map((party) => party.close()))
  for (const path of [folder, recordings]) rmSync(path, { recursive: true, force: true })
})

async function connectedCall(options: PairOptions = {}): Promise<CallPair> {
  const made = await pairUp(folder, parties, options)
  pair = made
  await Promise.all([untilConnected(made.staff, 'patient'), untilConnected(made.patient, 'staff')])
  return made
}

const events = (page: CallPair['staff']) => page.evaluate(() => globalThis.call.log.map(({ event }) => event))

test('[CALL-22~] the checks notice a camera that is off, a black one, a muted microphone and an empty chair @proof', async () => {
  const made = await connectedCall()
  await made.patient.evaluate(() => globalThis.call.room?.setCam(false))
  await pause(300)
  const dark = verdicts(await mediaProof(made.staff, 'patient', 'patient'))
  expect(dark).toMatchObject({ connected: true, hue: false, framesDiffer: false, tone: true, energyRises: true })

  await made.patient.evaluate(async () => {
    await globalThis.call.room?.setCam(true)
    const track = globalThis.call.room?.self.videoTrack
    if (track) track.enabled = false
  })
  await pause(1_000)
  const black = verdicts(await mediaProof(made.staff, 'patient', 'patient'))
  expect(black).toMatchObject({ connected: true, framesRise: true, hue: false, framesDiffer: false })

  await made.patient.evaluate(async () => {
    const track = globalThis.call.room?.self.videoTrack
    if (track) track.enabled = true
    await globalThis.call.room?.setMic(false)
  })
  await pause(1_000)
  const mute = verdicts(await mediaProof(made.staff, 'patient', 'patient'))
  expect(mute).toEqual({ ...ALL_WELL, tone: false, energyRises: false })

  await made.patient.evaluate(() => globalThis.call.room?.setMic(true))
  await pause(500)
  expect((await bothSides(made)).staff).toEqual(ALL_WELL)

  await made.patient.goto('about:blank')
  await pause(1_000)
  const gone = verdicts(await mediaProof(made.staff, 'patient', 'patient'))
  expect(gone).toMatchObject({ framesRise: false, framesDiffer: false, tone: false, energyRises: false })
})

test('[CALL-22~] whoever reloads their page is back in the call, and the other is not thrown out', async () => {
  const made = await connectedCall()
  for (const page of [made.patient, made.staff]) {
    await page.reload()
    await page.evaluate(() => globalThis.call.start())
    await Promise.all([untilConnected(made.staff, 'patient'), untilConnected(made.patient, 'staff')])
    expect(await bothSides(made)).toEqual(BOTH_WELL)
  }
  expect(await events(made.patient)).not.toContain('left')
})

// Sockets gone for 10 s, and a lost path: call-figures.e2e.ts, in the product.
test('[CALL-23~] a restarted server breaks no media', async () => {
  const made = await connectedCall()
  made.relay.forget()
  await Promise.all([made.staff, made.patient].map((page) => page.evaluate(() => globalThis.call.mend())))
  await expect.poll(() => made.relay.seats.size).toBe(2)
  expect(await bothSides(made)).toEqual(BOTH_WELL)
  for (const page of [made.staff, made.patient]) {
    const all = await events(page)
    for (const broken of ['left', 'reconnecting', 'failed', 'ended']) expect(all).not.toContain(broken)
  }
  expect(await statsOf(made.staff)).toMatchObject({ restarts: 0 })
})

test('[CALL-11~] a recorded call becomes one seekable file with both pictures and both voices', async () => {
  const made = await connectedCall({ recordings })
  // One request is lost before, one after the server has written it: the offset check must sort both out.
  made.relay.failUploads.push('before', 'after')
  await made.staff.evaluate(() => globalThis.call.record('whole'))
  await pause(6_000)
  const stopped = await made.staff.evaluate(() => globalThis.call.recorder?.stop())
  const raw = join(recordings, 'whole.webm')
  expect(stopped).toEqual({ complete: true, bytes: statSync(raw).size, uploaded: statSync(raw).size })
  expect(made.relay.uploads.map(({ status }) => status)).toEqual(expect.arrayContaining([503, 409, 200]))

  const { durationMs } = await finalise([raw], join(recordings, 'final.webm'))
  expect(durationMs).toBeGreaterThan(5_000)
  expect(durationMs).toBeLessThan(8_000)
  const { staff, patient } = ROLES
  const played = await playback(made.patient, '/final.webm', [1, 5, 3], [patient.tone, staff.tone, 2_100])
  expect(Math.abs(played.duration * 1000 - durationMs)).toBeLessThan(100)
  expect(played.landed).toEqual([1, 5, 3])
  expect(sameHue(hueOf(played.large), patient.hue)).toBe(true)
  expect(sameHue(hueOf(played.small), staff.hue)).toBe(true)
  const [patientTone = 0, staffTone = 0, neither = 1] = played.tones
  expect(patientTone).toBeGreaterThan(0.2)
  expect(staffTone).toBeGreaterThan(0.2)
  expect(neither).toBeLessThan(0.05)
})

test('[CALL-11~] a recording goes on in a tab that is in the background @proof', async () => {
  const relay = await startRelay({ folder, recordings })
  const staff = await plainBrowser('staff', `${relay.url}/?as=staff`)
  try {
    const patient = parties[1].page
    await patient.goto(`${relay.url}/?as=patient`)
    await staff.evaluate('call.start()')
    await patient.evaluate(() => globalThis.call.start())
    await untilConnected(patient, 'staff')
    await staff.evaluate('window.painted = 0; (function paint() { painted++; requestAnimationFrame(paint) })()')
    await staff.hide()
    await expect.poll(() => staff.evaluate('document.visibilityState')).toBe('hidden')
    const paintedBefore = await staff.evaluate<number>('painted')
    await staff.evaluate("call.record('hidden')")
    await pause(5_000)
    const frames = await staff.evaluate<number>('painted')
    await staff.evaluate('call.recorder.stop()')
    expect(frames - paintedBefore, 'the page itself is not painted').toBeLessThan(5)

    const { durationMs } = await finalise([join(recordings, 'hidden.webm')], join(recordings, 'hidden-final.webm'))
    expect(durationMs).toBeGreaterThan(4_000)
    const played = await playback(patient, '/hidden-final.webm', [1, 3], [ROLES.patient.tone])
    expect(sameHue(hueOf(played.large), ROLES.patient.hue)).toBe(true)
  } finally {
    await staff.close()
    await parties[1].page.goto('about:blank')
    await relay.close()
  }
})
