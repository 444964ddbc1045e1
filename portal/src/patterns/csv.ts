import { z } from 'zod'

/** A list in one parameter: `state=checkedIn,redial`. Unknown members are dropped, the rest stays. */
export const csv = <T extends z.ZodType<unknown, string>>(member: T) =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .filter(Boolean)
        .flatMap((part) => {
          const parsed = member.safeParse(part)
          return parsed.success ? [parsed.data as z.output<T>] : []
        }),
    )
