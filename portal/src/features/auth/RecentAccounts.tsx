import { CloseOutlined } from '@ant-design/icons'
import { useI18n } from '../../i18n/i18n.ts'
import { forgetAccount, type Remembered } from './remembered.ts'

interface Props {
  known: readonly Remembered[]
  current: string
  onPick: (one: Remembered) => void
  onForget: (rest: Remembered[]) => void
}

/** Five people to a computer: one tap fills in the account. Names only. */
export function RecentAccounts({ known, current, onPick, onForget }: Props) {
  const { t } = useI18n()
  const others = known.filter((one) => one.account !== current)
  if (others.length === 0) return null
  return (
    <fieldset className="recent">
      <legend className="sr">{t('auth.recent')}</legend>
      {others.map((one) => (
        <span className="chip n" key={one.account}>
          <button type="button" className="pick" onClick={() => onPick(one)}>
            {one.name}
          </button>
          <button
            type="button"
            aria-label={t('auth.forget', { name: one.name })}
            title={t('auth.forget', { name: one.name })}
            onClick={() => onForget(forgetAccount(one.account))}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
    </fieldset>
  )
}
