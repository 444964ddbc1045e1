import { DisconnectOutlined } from '@ant-design/icons'
import { t } from '../i18n/i18n.ts'
import { formatTime } from './format.ts'

/** Under the top bar as soon as the line is lost, gone when what was missed is in. */
export function ConnectionBand({ lostAt }: { lostAt: number | null }) {
  return (
    <div aria-live="assertive">
      {lostAt !== null && (
        <div className="band">
          <DisconnectOutlined />
          <span>{t('shell.lostSince', { time: formatTime(lostAt) })}</span>
        </div>
      )}
    </div>
  )
}
