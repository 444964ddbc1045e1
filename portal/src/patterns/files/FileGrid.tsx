import './files.css'
import type { FileKind } from '@teleward/contract/core/file-kinds.ts'
import type { MedicalFile } from '@teleward/contract/files/schema.ts'
import { t } from '../../i18n/i18n.ts'
import { formatDate } from '../../ui/format.ts'
import { kindText, Thumb } from './labels.tsx'

interface Props {
  files: readonly MedicalFile[]
  onOpen: (id: string) => void
}
/** Files by kind, newest first within it: the kind with the newest file first. */
export function FileGrid({ files, onOpen }: Props) {
  const kinds = Map.groupBy(files, ({ kind }): FileKind => kind)
  return (
    <div className="fgrid">
      {[...kinds].map(([kind, some]) => (
        <section key={kind} aria-label={kindText(kind)}>
          <h3>
            {kindText(kind)} <span className="t3 num">{some.length}</span>
          </h3>
          <ul>
            {some.map((file) => (
              <li key={file.id}>
                <button
                  type="button"
                  className={`ftile ${file.state === 'withdrawn' ? 'off' : ''}`}
                  title={file.remark ? t('common.pair', { name: file.name, value: file.remark }) : file.name}
                  onClick={() => onOpen(file.id)}
                >
                  <Thumb file={file} />
                  <span className="ell f12">
                    {file.eye && `${t(`files.eye.${file.eye}`)} `}
                    <span className="num">{formatDate(file.createdAt)}</span>
                  </span>
                  <span className="ell f12 t3">{file.name}</span>
                  {file.withdrawn && (
                    <span className="f12 c-warn">
                      {t(file.withdrawn.wrongPatient ? 'files.movedAway' : 'files.withdrawn')}
                    </span>
                  )}
                  {file.moved && <span className="f12 c-warn">{t('files.movedHere')}</span>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
