import { BellOutlined } from '@ant-design/icons'
import { type ComponentType, lazy, Suspense } from 'react'
import { useMe } from '../api/me.ts'
import { useT } from '../i18n/i18n.ts'
import { loadChunk } from '../shell/chunks.tsx'
import { useCounts } from '../shell/menu.ts'
import { toggleOverlay, useOverlay } from '../shell/overlays.ts'
import { Boundary } from './Boundary.tsx'

const lists = import.meta.glob<{ default: ComponentType }>('../features/notices/BellList.tsx')
const List = Object.values(lists).map((load) => lazy(() => loadChunk(load)))[0]

/** What came for the person and was read nowhere yet. */
export function Bell() {
  const t = useT()
  const { noti: unread } = useCounts(useMe())
  const label = unread > 0 ? t('shell.bell.unread', { count: unread }) : t('shell.bell.title')
  return (
    <>
      <button type="button" className="icbtn" aria-label={label} title={label} onClick={() => toggleOverlay('bell')}>
        <BellOutlined />
        {unread > 0 && <span className="badge">{unread > 99 ? '99+' : unread}</span>}
      </button>
      {useOverlay() === 'bell' && List && (
        <Boundary>
          <Suspense fallback={null}>
            <List />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}
