import { CloudUploadOutlined } from '@ant-design/icons'
import { useSendings } from '../api/sendings.ts'
import { useT } from '../i18n/i18n.ts'
import { go } from '../shell/navigation.ts'

/** Files on their way, wherever one works: how far they are, and the way to them. */
export function UploadChip() {
  const t = useT()
  const rows = useSendings().filter(({ state }) =>
    ['waiting', 'sending', 'offline', 'paused', 'asking'].includes(state),
  )
  if (rows.length === 0) return null
  const all = rows.reduce((sum, { file }) => sum + file.size, 0)
  const sent = rows.reduce((sum, row) => sum + row.sent, 0)
  const pids = new Set(rows.map(({ pid }) => pid))
  const [pid] = pids
  const label = t('shell.uploads', { count: rows.length, part: all ? Math.floor((sent / all) * 100) : 0 })
  return (
    <button
      type="button"
      className="chip"
      aria-label={label}
      title={label}
      onClick={() => void go('upload', pids.size === 1 && pid !== undefined ? { pid } : {})}
    >
      <CloudUploadOutlined /> <span className="num">{all ? Math.floor((sent / all) * 100) : 0}%</span>
    </button>
  )
}
