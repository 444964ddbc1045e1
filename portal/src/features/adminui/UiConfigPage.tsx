import {
  CheckCircleOutlined,
  CheckOutlined,
  CloudUploadOutlined,
  EditOutlined,
  FileTextOutlined,
  FlagOutlined,
  HistoryOutlined,
  LockOutlined,
  KeyOutlined,
  MenuOutlined,
  CalendarOutlined,
  UndoOutlined,
  VideoCameraOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { getUiConfigs, publishUiConfig, rollbackUiConfig } from '@teleward/contract/uiconfig/endpoints.ts'
import type { ScreenName } from '@teleward/contract/uiconfig/names.ts'
import type { UiConfigs } from '@teleward/contract/uiconfig/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { z } from 'zod'
import { codeOf, type FieldFault, isApiError } from '../../api/errors.ts'
import { useMe } from '../../api/me.ts'
import { previewStore } from '../../api/preview.ts'
import { endpointQuery, invalidateTags, useEndpointMutation, errorMessage } from '../../api/query.ts'
import { t, useT } from '../../i18n/i18n.ts'
import { institutionName } from '../../patterns/Patient.tsx'
import { usePhone } from '../../patterns/usePhone.ts'
import { useSearchState } from '../../patterns/useSearchState.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTime } from '../../ui/format.ts'
import { confirmAct, notify } from '../../ui/notify.ts'
import { SkeletonRows } from '../../ui/Skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { changesOf, type Section, sections, totalOf } from './changes.ts'
import { Conflicts } from './Conflicts.tsx'
import { Faults } from './FaultAt.tsx'
import { faultySections } from './faults.ts'
import { HideDialog, PublishDialog, Versions } from './Dialogs.tsx'
import { MenuSection } from './MenuSection.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import { SectionFields } from './Sections.tsx'
import { type SaveState, useUiDraft } from './useUiDraft.ts'
import './adminui.css'

const search = z.object({
  section: z.enum(sections).catch('menu').default('menu'),
  /** `v=1`: the list of versions is open. */
  v: z.string().max(4).default(''),
})
const ICONS: Record<Section, typeof MenuOutlined> = {
  menu: MenuOutlined,
  brand: FlagOutlined,
  login: KeyOutlined,
  appointment: CalendarOutlined,
  emr: FileTextOutlined,
  remoteAppointment: VideoCameraOutlined,
  uploads: CloudUploadOutlined,
}
const GROUPS = [
  ['look', ['menu', 'brand', 'login']],
  ['blocks', ['appointment', 'emr', 'remoteAppointment', 'uploads']],
] as const

const NONE: readonly FieldFault[] = []

/** `/admin/uiconfig`: what an institution shows, as a draft beside its picture, published for open screens at once. */
export default function UiConfigPage() {
  const { partner_id } = useMe()
  const { data, error, refetch } = useQuery(endpointQuery(getUiConfigs, { params: { partnerid: partner_id } }))
  if (data) return <Editor key={data.partnerId} data={data} />
  if (isApiError(error, 'NOT_FOUND'))
    return (
      <EmptyState
        heading="h1"
        icon={<LockOutlined />}
        title={t('screens.name.adminUiconfig')}
        text={t('admin.ui.noAccess')}
      />
    )
  if (error)
    return (
      <ErrorState
        heading="h1"
        title={t('admin.failed')}
        text={errorMessage(error)}
        code={codeOf(error)}
        onRetry={() => void refetch()}
      />
    )
  return <SkeletonRows />
}

function Editor({ data }: { data: UiConfigs }) {
  const t = useT()
  const phone = usePhone()
  const me = useMe()
  const [{ section, v }, change] = useSearchState(search)
  const draft = useUiDraft(data)
  const { config, base, edit } = draft
  const [hiding, setHiding] = useState<ScreenName | null>(null)
  const [publishing, setPublishing] = useState(false)
  const faults = draft.saved.state === 'refused' ? draft.saved.faults : NONE
  const faulty = faultySections(faults)
  const changes = changesOf(config, base)
  const total = totalOf(changes)
  const params = { partnerid: data.partnerId }
  // What both changed is chosen before it is published.
  const torn = draft.conflicts.length > 0
  if (publishing && torn) setPublishing(false)
  const done = ({ number }: { number: number }) => {
    setPublishing(false)
    notify({ kind: 'ok', title: t('admin.ui.published', { number }) })
  }
  // Somebody else published or saved in between: what stands now is fetched and shown.
  const onError = (error: unknown) => {
    if (isApiError(error, 'VERSION_STALE')) void invalidateTags(['uiconfig'])
    return undefined
  }
  const publish = useEndpointMutation(publishUiConfig, { onDone: done, onError })
  const rollback = useEndpointMutation(rollbackUiConfig, { onDone: done, onError })

  const check = async () => {
    await draft.flush()
    setPublishing(true)
  }
  const discard = async () => {
    const yes = await confirmAct({
      title: t('admin.ui.discardTitle'),
      text: t('admin.ui.discardText'),
      ok: t('admin.ui.discard'),
      cancel: t('common.keepWriting'),
      danger: true,
    })
    if (yes) await draft.discard()
  }
  const tryOut = () =>
    previewStore.set({ partnerId: data.partnerId, number: draft.draft?.number ?? 0, config, brand: data.brand })
  const askHide = async (screen: ScreenName) => {
    // Who has it open is asked again at this moment.
    await invalidateTags(['uiconfig'])
    setHiding(screen)
  }
  const hide = (screen: ScreenName) => {
    edit((now) => ({ ...now, menu: { ...now.menu, hidden: [...now.menu.hidden, screen] } }))
    setHiding(null)
  }
  return (
    <div className="uiconfig">
      <div className="uihead">
        <h1>{t('screens.name.adminUiconfig')}</h1>
        <span className="house ell">{institutionName(me)}</span>
        {total > 0 ? (
          <StatusTag kind="warn" icon={<EditOutlined />}>
            {t('admin.ui.draft', { number: draft.draft?.number ?? '', count: total })}
          </StatusTag>
        ) : (
          <StatusTag kind="ok" icon={<CheckCircleOutlined />}>
            {data.published === null ? t('admin.ui.product') : t('admin.ui.clean', { number: data.published })}
          </StatusTag>
        )}
        <Saved saved={draft.saved} faulty={faulty} onSection={(one) => change({ section: one })} />
        <div className="act">
          <Button
            kind="text"
            icon={<UndoOutlined />}
            disabled={!draft.draft && total === 0}
            onClick={() => void discard()}
          >
            {t('admin.ui.discard')}
          </Button>
          <Button icon={<HistoryOutlined />} onClick={() => change({ v: '1' })}>
            {t('admin.ui.versions')}
          </Button>
          <Button
            kind="primary"
            icon={<CheckOutlined />}
            disabled={total === 0 || torn || draft.saved.state === 'refused'}
            onClick={() => void check()}
          >
            {t('admin.ui.publish')}
          </Button>
        </div>
      </div>
      <div className="uibody">
        <nav className="uinav" aria-label={t('screens.name.adminUiconfig')}>
          {GROUPS.map(([group, list]) => (
            <div key={group}>
              <h2>{t(`admin.ui.${group}`)}</h2>
              {list.map((one) => (
                <button
                  key={one}
                  type="button"
                  className={one === section ? 'on' : ''}
                  aria-current={one === section ? 'page' : undefined}
                  onClick={() => change({ section: one })}
                >
                  {createElement(ICONS[one])}
                  <span className="grow ell">{t(`admin.ui.section.${one}`)}</span>
                  {faulty.includes(one) && (
                    <WarningOutlined className="c-bad" aria-label={t('admin.ui.faulty')} title={t('admin.ui.faulty')} />
                  )}
                  {changes[one] > 0 && <small>{t('admin.ui.changes', { count: changes[one] })}</small>}
                </button>
              ))}
            </div>
          ))}
          <p className="t3 f12 foot">{t('admin.ui.publishText')}</p>
        </nav>
        <div className="uiedit">
          <div className="sech">
            <h2>{t(`admin.ui.section.${section}`)}</h2>
            {section === 'menu' && <span className="t3 f12">{t('admin.ui.menuText')}</span>}
          </div>
          <Conflicts draft={draft} />
          <Faults value={faults}>
            {section === 'menu' ? (
              <MenuSection config={config} base={base} edit={edit} onHide={(screen) => void askHide(screen)} />
            ) : (
              <SectionFields section={section} config={config} brand={data.brand} edit={edit} />
            )}
          </Faults>
        </div>
        {!phone && <PreviewPane data={data} config={config} base={base} onTry={tryOut} />}
      </div>
      <HideDialog
        screen={hiding}
        data={data}
        hidden={config.menu.hidden}
        onClose={() => setHiding(null)}
        onHide={hide}
      />
      {publishing && (
        <PublishDialog
          draft={draft}
          data={data}
          busy={publish.isPending}
          onClose={() => setPublishing(false)}
          onPublish={(remark) =>
            publish.mutate({ params, body: { revision: draft.revision(), ...(remark ? { remark } : {}) } })
          }
        />
      )}
      <Versions
        data={data}
        open={v !== ''}
        onClose={() => change({ v: '' })}
        onRollback={({ number }) => rollback.mutate({ params, body: { number, published: data.published ?? 0 } })}
      />
    </div>
  )
}

interface SavedProps {
  saved: SaveState
  faulty: readonly Section[]
  onSection: (section: Section) => void
}
/** That a draft is not taken is said here; what is wrong with it, at the field. */
function Saved({ saved, faulty, onSection }: SavedProps) {
  const t = useT()
  if (saved.state === 'refused')
    return (
      <span className="saved warn" role="alert">
        <WarningOutlined className="c-warn" /> {faulty.length ? t('admin.ui.notSaved') : saved.why}
        {faulty.map((one) => (
          <Button key={one} size="sm" kind="text" onClick={() => onSection(one)}>
            {t(`admin.ui.section.${one}`)}
          </Button>
        ))}
      </span>
    )
  const text = {
    saved: saved.state === 'saved' && saved.at ? t('admin.ui.savedAt', { time: formatTime(saved.at) }) : '',
    saving: t('admin.ui.saving'),
    dirty: t('admin.ui.unsaved'),
  }[saved.state]
  return (
    <span className="saved num" role="status" data-state={saved.state}>
      {text && <CheckCircleOutlined />} {text}
    </span>
  )
}
