/** How each role's fake camera and microphone are told from the others'. */
export const ROLES = {
  staff: { rgb: [0, 160, 80], hue: 150, tone: 600 },
  patient: { rgb: [200, 60, 200], hue: 300, tone: 1500 },
  colleague: { rgb: [200, 120, 0], hue: 36, tone: 2400 },
  guest: { rgb: [30, 90, 220], hue: 221, tone: 3300 },
} as const

export type Role = keyof typeof ROLES
