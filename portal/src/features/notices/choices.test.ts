import { defaultPreferences } from '@teleward/contract/auth/preferences.ts'
import { describe, expect, it } from 'vitest'
import { isQuiet, soundsFor, toDesktop } from './choices.ts'

describe('how an entry is announced', () => {
  it('[NOTI-04~] is chosen by kind; what was never chosen sounds and comes to the desktop', () => {
    const chosen = {
      ...defaultPreferences,
      alertKinds: { todo: { sound: false, desktop: true }, call: { sound: true, desktop: false } },
    }
    expect([soundsFor(chosen, 'todo'), soundsFor(chosen, 'call'), soundsFor(chosen, 'alert')]).toEqual([
      false,
      true,
      true,
    ])
    expect([toDesktop(chosen, 'todo'), toDesktop(chosen, 'call'), toDesktop(chosen, 'alert')]).toEqual([
      true,
      false,
      true,
    ])
    const mute = { ...chosen, sounds: { ...chosen.sounds, notice: false } }
    expect(soundsFor(mute, 'alert')).toBe(false)
  })
  it('[NOTI-04~] is quiet in a person’s hours, over midnight as well, but for a critical alert', () => {
    const night = { ...defaultPreferences, quiet: { from: 22, to: 7 } }
    expect([21, 22, 3, 6, 7].map((hour) => isQuiet(night, 'todo.new', hour))).toEqual([false, true, true, true, false])
    expect(isQuiet(night, 'alert.critical', 3)).toBe(false)
    expect(isQuiet(defaultPreferences, 'todo.new', 3)).toBe(false)
  })
})
