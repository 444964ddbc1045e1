import { Fragment } from 'react'

/** Facts in one line, each whole: a line breaks between two of them alone. Empty ones are left out. */
export function FactLine({ of }: { of: readonly (string | null | undefined)[] }) {
  return of
    .filter((fact) => fact)
    .map((fact, index) => (
      <Fragment key={fact}>
        {index > 0 && '　'}
        <span className="nw">{fact}</span>
      </Fragment>
    ))
}
