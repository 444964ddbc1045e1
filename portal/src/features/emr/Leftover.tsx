import { WarningOutlined } from '@ant-design/icons'
import { imagesAsWords } from '@teleward/contract/emr/images.ts'
import type { NotePart } from '@teleward/contract/emr/schema.ts'
import { isApiError } from '../../api/errors.ts'
import { errorMessage } from '../../api/query.ts'
import { t } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from './copyText.ts'
import { dirtyParts, isEmpty } from './note-draft.ts'
import type { NoteWork } from './note-editor.ts'

interface Props {
  work: Pick<NoteWork, 'stopped' | 'unsent' | 'discard'>
  writable: boolean
  onAmend: (() => void) | null
}
/** Words that the note could not take any more: signed meanwhile, or the right to it gone. They wait here. */
export function Leftover({ work, writable, onAmend }: Props) {
  const { stopped, unsent } = work
  if (isEmpty(unsent) || (writable && !stopped)) return null
  const texts = dirtyParts(unsent).map(
    (part: NotePart) => `${t(`emr.part.${part}`)}\n${imagesAsWords(unsent.parts[part]?.text ?? '')}`,
  )
  const copy = () => void copyText(texts.join('\n\n'))
  return (
    <div className="alert warn band2" role="alert">
      <WarningOutlined />
      <div className="grow">
        <b>{t('emr.leftover.title')}</b> {isApiError(stopped) ? errorMessage(stopped) : ''}
        <p className="left-text">{texts.join('\n')}</p>
        <div className="row">
          {onAmend && (
            <Button size="sm" kind="primary" onClick={onAmend}>
              {t('emr.leftover.amend')}
            </Button>
          )}
          {texts.length > 0 && (
            <Button size="sm" onClick={copy}>
              {t('common.copy')}
            </Button>
          )}
          <Button size="sm" kind="bad" onClick={work.discard}>
            {t('common.discard')}
          </Button>
        </div>
      </div>
    </div>
  )
}
