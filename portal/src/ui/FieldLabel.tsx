import type { ReactNode } from 'react'

/** What a field is called; the star is for eyes, whether it is required the field says itself. */
export function FieldLabel({
  id,
  required,
  children,
}: {
  id: string
  required?: boolean | undefined
  children: ReactNode
}) {
  return (
    <label className="lab" htmlFor={id}>
      {children}
      {required && (
        <span className="req" aria-hidden="true">
          *
        </span>
      )}
    </label>
  )
}
