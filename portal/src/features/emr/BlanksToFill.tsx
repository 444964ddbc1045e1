import { ArrowRightOutlined, WarningOutlined } from '@ant-design/icons'
import { type NotePart, noteParts } from '@teleward/contract/emr/schema.ts'
import { blanksIn } from '@teleward/contract/snippets/blanks.ts'
import { t } from '../../i18n/i18n.ts'
import type { NoteView } from './note-draft.ts'

/**
 * Before the signature: which parts still have blanks of phrases in them. Told, and no hindrance: two low lines may have been
 * meant as themselves.
 */
export function BlanksToFill({ view, onGo }: { view: Pick<NoteView, 'text'>; onGo: (part: NotePart) => void }) {
  const open = noteParts.flatMap((part) => {
    const texts = blanksIn(view.text[part]).map(({ from, to }) => view.text[part].slice(from, to))
    return texts.length ? [{ part, texts }] : []
  })
  if (open.length === 0) return null
  const count = open.reduce((sum, { texts }) => sum + texts.length, 0)
  return (
    <div className="alert warn" role="alert">
      <WarningOutlined />
      <div>
        {t('phrases.blanks', { count })}
        <div className="gaps">
          {open.map(({ part, texts }) => (
            <button key={part} type="button" className="link" onClick={() => onGo(part)}>
              {t(`emr.part.${part}`)} {texts.join(' ')} <ArrowRightOutlined />
            </button>
          ))}
        </div>
      </div>
    </div>
  )
}
