import { CheckSquareOutlined } from '@ant-design/icons'
import { aboutRef } from '@teleward/contract/handoffs/schema.ts'
import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { loadChunk } from '../../shell/chunks.tsx'
import { openHandoff, useHandoffs } from '../../shell/handoffs.ts'
import { useT } from '../../i18n/i18n.ts'
import { useCommands } from '../../patterns/commands.ts'

const HandoffForm = lazy(() => loadChunk(() => import('./HandoffForm.tsx')))

const whole = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
const aboutIn = (text: string | undefined) => {
  const [kind, id] = text?.split(':') ?? []
  return aboutRef.safeParse({ kind, id }).data
}

/** Over every screen: the form of a new to-do, as the address asks for it. */
export default function HandoffRoot() {
  const t = useT()
  const may = useHandoffs()
  const search = useRouterState({ select: (state): Record<string, string> => state.location.search })
  const commands = useMemo(
    () =>
      may ? [{ id: 'todo', label: t('handoffs.act.new'), icon: CheckSquareOutlined, run: () => openHandoff() }] : [],
    [may, t],
  )
  useCommands(commands)
  if (!may || search.todo !== 'new') return null
  const pid = whole(search.todoFor)
  return (
    <Suspense fallback={null}>
      <HandoffForm key={`${pid}-${search.todoAbout}`} pid={pid} about={aboutIn(search.todoAbout)} />
    </Suspense>
  )
}
