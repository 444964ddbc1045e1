import { blanksIn } from '@teleward/contract/snippets/blanks.ts'
import { Fragment } from 'react'

/** A phrase with its blanks marked. */
export function PhraseText({ text }: { text: string }) {
  const blanks = blanksIn(text)
  return (
    <>
      {blanks.map(({ from, to }, at) => (
        <Fragment key={from}>
          {text.slice(blanks[at - 1]?.to ?? 0, from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(blanks.at(-1)?.to ?? 0)}
    </>
  )
}
