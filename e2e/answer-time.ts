import type { Page } from '@playwright/test'

/** Times of a call between two real pages, each by the clock of the page on which something is seen; milliseconds. */
export interface AnswerTimes {
  /** From the patient's press to the word of it on the doctor's socket. */
  ring: number
  /** From the click on the answer button to the first frame of the patient. */
  firstFrame: number
}

declare global {
  var __firstFrame: Promise<number> | undefined
  var __rung: number | undefined
  var __pressed: number | undefined
}

/** Before either page is loaded: what is to be measured happens in them. */
export async function watchAnswers(doctor: Page, patient: Page): Promise<void> {
  await doctor.addInitScript(watchDoctor)
  await patient.addInitScript(watchPatient)
}

/** The patient, in the waiting room, calls; the doctor answers. */
export async function callAndAnswer(doctor: Page, patient: Page): Promise<AnswerTimes> {
  await doctor.evaluate(() => {
    globalThis.__rung = undefined
  })
  await patient.getByRole('button', { name: '呼叫醫師' }).click({ timeout: 60_000 })
  const answer = doctor.getByRole('button', { name: /接聽/ })
  await answer.waitFor({ timeout: 20_000 })
  const pressed = await patient.evaluate(() => globalThis.__pressed ?? Number.NaN)
  const rung = await doctor.evaluate(() => globalThis.__rung ?? Number.NaN)
  await answer.click()
  const firstFrame = await doctor.evaluate(
    () => globalThis.__firstFrame ?? Promise.reject(new Error('no click was seen')),
  )
  return { ring: rung - pressed, firstFrame }
}

/** The doctor ends the call; the next one may begin when this is over. */
export async function hangUp(doctor: Page, patient: Page): Promise<void> {
  await doctor
    .getByRole('button', { name: /掛斷|結束通話/ })
    .first()
    .click()
  await patient.getByRole('button', { name: '呼叫醫師' }).waitFor({ timeout: 30_000 })
  // Busy until a second after the end: a call before that reaches nobody.
  await doctor
    .getByRole('button', { name: /線上候診/ })
    .first()
    .waitFor({ timeout: 30_000 })
}

function watchDoctor(): void {
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !/接聽/.test(event.target.closest('button')?.textContent ?? '')) return
      const began = performance.now()
      globalThis.__firstFrame = new Promise((resolve) => {
        const look = () => {
          const video = document.querySelector<HTMLVideoElement>(
            'video[data-participant]:not([data-participant="self"]):not([data-participant=""])',
          )
          if (video && video.getVideoPlaybackQuality().totalVideoFrames > 0) resolve(performance.now() - began)
          else requestAnimationFrame(look)
        }
        look()
      })
    },
    { capture: true },
  )
  const Plain = globalThis.WebSocket
  globalThis.WebSocket = class extends Plain {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      this.addEventListener('message', ({ data }) => {
        if (globalThis.__rung === undefined && String(data).includes('"entityType":"phonecall"'))
          globalThis.__rung = performance.timeOrigin + performance.now()
      })
    }
  }
}

function watchPatient(): void {
  addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element) || !/呼叫醫師/.test(event.target.closest('button')?.textContent ?? ''))
        return
      globalThis.__pressed = performance.timeOrigin + performance.now()
    },
    { capture: true },
  )
}
