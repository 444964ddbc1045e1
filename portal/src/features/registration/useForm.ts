import { useState } from 'react'
import { z } from 'zod'

const KEY = 'teleward.registration'
const kept = z.object({
  account: z.string().default(''),
  name: z.string().default(''),
  phone: z.string().default(''),
  doctortype: z.string().default('doctor'),
  partner: z.object({ id: z.number(), name: z.string() }).nullable().default(null),
  agreement: z.string().nullable().default(null),
  privacy: z.string().nullable().default(null),
})
export type Form = z.output<typeof kept>

/** What was typed survives a step back and a reload of this tab, and ends with it; the password is never kept. */
function read(): Form {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'))
  } catch {
    // Damaged by hand: the form begins anew.
    return kept.parse({})
  }
}
export const forgetForm = () => sessionStorage.removeItem(KEY)

export function useForm() {
  const [form, setForm] = useState(read)
  const change = (next: Partial<Form>) =>
    setForm((now) => {
      const changed = { ...now, ...next }
      sessionStorage.setItem(KEY, JSON.stringify(changed))
      return changed
    })
  return [form, change] as const
}
