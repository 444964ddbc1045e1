import { type FileKind, fileKinds, formatsOf } from '@teleward/contract/core/file-kinds.ts'
import type { KeyboardEvent } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { formatIcon, kindText } from '../../patterns/files/labels.tsx'

/** What it is, one of fifteen: arrows go from one to the other, as among radio buttons. */
export function KindTiles({ value, onPick }: { value: FileKind; onPick: (kind: FileKind) => void }) {
  const t = useT()
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = fileKinds[(fileKinds.indexOf(value) + step + fileKinds.length) % fileKinds.length]
    if (!next) return
    onPick(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-kind="${next}"]`)?.focus()
  }
  return (
    <div className="ukinds" role="radiogroup" aria-label={t('files.kind')} onKeyDown={move}>
      {fileKinds.map((kind) => (
        // biome-ignore lint/a11y/useSemanticElements: a tile with a picture, of the radio group around it.
        <button
          key={kind}
          type="button"
          role="radio"
          data-kind={kind}
          aria-checked={kind === value}
          tabIndex={kind === value ? 0 : -1}
          className={kind === value ? 'on' : ''}
          onClick={() => onPick(kind)}
        >
          <span aria-hidden="true">{formatIcon(formatsOf[kind][0] ?? null, kind)}</span>
          {kindText(kind)}
        </button>
      ))}
    </div>
  )
}
