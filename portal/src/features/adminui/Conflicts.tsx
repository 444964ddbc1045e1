import { WarningOutlined } from '@ant-design/icons'
import { useT } from '../../i18n/i18n.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldText, valueText } from './field-words.tsx'
import { put } from './merge.ts'
import type { UiDraft } from './useUiDraft.ts'

/** What another administrator and the one here both changed: each with both values, until one is chosen. */
export function Conflicts({ draft }: { draft: UiDraft }) {
  const t = useT()
  const { conflicts } = draft
  if (conflicts.length === 0) return null
  return (
    <div className="alert warn uiboth" role="alert">
      <WarningOutlined />
      <div className="grow">
        <h3 className="f13">{t('admin.ui.both', { count: conflicts.length })}</h3>
        <ul className="changes">
          {conflicts.map(({ path, mine, theirs }) => (
            <li key={path} className="row wrap">
              <span className="grow">{fieldText(path)}</span>
              <Button size="sm" onClick={() => draft.edit((now) => put(now, path, mine))}>
                {t('admin.ui.bothMine')} <span className="ell">{valueText(path, mine)}</span>
              </Button>
              <Button size="sm" onClick={() => draft.keepTheirs(path)}>
                {t('admin.ui.bothTheirs')} <span className="ell">{valueText(path, theirs)}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
