import { usersOf } from '@teleward/contract/uiconfig/rules.ts'
import type { ScreenName } from '@teleward/contract/uiconfig/names.ts'
import type { UiConfigs, UiVersion } from '@teleward/contract/uiconfig/schema.ts'
import { Drawer, Input } from 'antd'
import { useState } from 'react'
import { FormModal } from '../../patterns/FormModal.tsx'
import { useT } from '../../i18n/i18n.ts'
import { nameOf } from '../../patterns/Patient.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { confirmAct } from '../../ui/notify.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { CheckCircleOutlined, EditOutlined, HistoryOutlined, RollbackOutlined } from '@ant-design/icons'
import { changesOf, newlyClosed, type Section, sections } from './changes.ts'
import { fieldText, valueText } from './field-words.tsx'
import { differences, fieldsOf } from './merge.ts'
import type { UiDraft } from './useUiDraft.ts'

/** Before a screen goes: the calls that go with it, and who is looking at it now. */
export function HideDialog({
  screen,
  data,
  hidden,
  onClose,
  onHide,
}: {
  screen: ScreenName | null
  data: UiConfigs
  hidden: readonly ScreenName[]
  onClose: () => void
  onHide: (screen: ScreenName) => void
}) {
  const t = useT()
  if (!screen) return null
  const calls = newlyClosed(hidden, [...hidden, screen])
  const people = data.openNow.find((one) => one.screen === screen)?.people ?? []
  return (
    <FormModal
      open
      title={t('admin.ui.hideTitle', { name: t(`screens.name.${screen}`) })}
      okText={t('admin.ui.hideGo')}
      cancelText={t('common.cancel')}
      onCancel={onClose}
      onOk={() => onHide(screen)}
    >
      <h3 className="f13">{calls.length ? t('admin.ui.hideCalls') : t('admin.ui.hideNone')}</h3>
      <Calls calls={calls} />
      <h3 className="f13">{people.length ? t('admin.ui.hideOpen') : t('admin.ui.hideNobody')}</h3>
      <p>{people.map(nameOf).join(t('common.patient.separator'))}</p>
    </FormModal>
  )
}
const Calls = ({ calls }: { calls: readonly string[] }) => (
  <ul className="calls">
    {calls.map((call) => (
      <li key={call} title={usersOf(call).join(', ')}>
        <code>{call}</code>
      </li>
    ))}
  </ul>
)

/** On which page of the editor a field (`fieldsOf`) stands. */
const sectionOf = (path: string): Section => sections.find((one) => path.startsWith(`${one}.`)) ?? 'brand'

/** What publishing changes, once more, and a word about it. */
export function PublishDialog({
  draft,
  data,
  busy,
  onClose,
  onPublish,
}: {
  draft: UiDraft
  data: UiConfigs
  busy: boolean
  onClose: () => void
  onPublish: (remark: string) => void
}) {
  const t = useT()
  const [remark, setRemark] = useState('')
  const changes = changesOf(draft.config, draft.base)
  const [before, after] = [fieldsOf(draft.base), fieldsOf(draft.config)]
  const fields = Map.groupBy(differences(draft.base, draft.config), sectionOf)
  const edited = data.versions.find(({ state }) => state === 'draft')
  const calls = newlyClosed(draft.base.menu.hidden, draft.config.menu.hidden)
  const concerned = data.openNow.filter(
    ({ screen }) =>
      draft.config.menu.hidden.some((one) => one === screen) && !draft.base.menu.hidden.some((one) => one === screen),
  )
  return (
    <FormModal
      open
      title={t('admin.ui.publishTitle', { number: draft.draft?.number ?? '' })}
      okText={t('admin.ui.publishGo')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => onPublish(remark)}
    >
      <p>{t('admin.ui.publishText')}</p>
      <ul className="changes">
        {sections
          .filter((section) => changes[section])
          .map((section) => (
            <li key={section}>
              {t('common.pair', {
                name: t(`admin.ui.section.${section}`),
                value: t('admin.ui.changes', { count: changes[section] }),
              })}
              <ul className="changes">
                {fields.get(section)?.map((path) => (
                  <li key={path} className="f13">
                    {fieldText(path)} <span className="t3">{valueText(path, before.get(path))}</span> →{' '}
                    {valueText(path, after.get(path))}
                  </li>
                ))}
              </ul>
            </li>
          ))}
      </ul>
      {edited && (
        <p className="t3 f12">
          {t('admin.ui.by', {
            name: edited.editedBy ? nameOf(edited.editedBy) : '–',
            time: formatDateTime(edited.editedAt),
          })}
        </p>
      )}
      {calls.length > 0 && (
        <>
          <h3 className="f13">{t('admin.ui.hideCalls')}</h3>
          <Calls calls={calls} />
        </>
      )}
      {concerned.map(({ screen, people }) => (
        <p key={screen}>
          {t('admin.ui.hideOpen')} {people.map(nameOf).join(t('common.patient.separator'))}
        </p>
      ))}
      <div className="stack">
        <span className="lab">{t('admin.ui.remark')}</span>
        <Input
          aria-label={t('admin.ui.remark')}
          value={remark}
          maxLength={200}
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
    </FormModal>
  )
}

const look = {
  draft: ['warn', <EditOutlined key="d" />],
  published: ['ok', <CheckCircleOutlined key="p" />],
  superseded: ['neutral', <HistoryOutlined key="s" />],
} as const

/** Every version, what sets it apart from the live one, and the way back. */
export function Versions({
  data,
  open,
  onClose,
  onRollback,
}: {
  data: UiConfigs
  open: boolean
  onClose: () => void
  onRollback: (version: UiVersion) => void
}) {
  const t = useT()
  const live = data.versions.find(({ state }) => state === 'published')
  const ask = async (version: UiVersion) => {
    const yes = await confirmAct({
      title: t('admin.ui.rollbackTitle', { number: version.number }),
      text: t('admin.ui.rollbackText'),
      ok: t('admin.ui.rollback'),
      cancel: t('common.cancel'),
    })
    if (yes) onRollback(version)
  }
  return (
    <Drawer open={open} title={t('admin.ui.versions')} size={420} onClose={onClose} destroyOnHidden>
      <ul className="uiversions">
        {data.versions.map((version) => {
          const [kind, icon] = look[version.state]
          const by = version.publishedBy ?? version.editedBy
          const changes = live ? changesOf(version.config, live.config) : null
          const differs = changes && sections.filter((section) => changes[section])
          return (
            <li key={version.number} data-version={version.number}>
              <div className="row">
                <b className="num">{version.number}</b>
                <StatusTag kind={kind} icon={icon}>
                  {t(`admin.ui.state.${version.state}`)}
                </StatusTag>
                <span className="grow" />
                {version.state === 'superseded' && (
                  <Button size="sm" icon={<RollbackOutlined />} onClick={() => void ask(version)}>
                    {t('admin.ui.rollback')}
                  </Button>
                )}
              </div>
              <p className="t3 f12">
                {t('admin.ui.by', {
                  name: by ? nameOf(by) : '–',
                  time: formatDateTime(version.publishedAt ?? version.editedAt),
                })}
                {version.rolledBackFrom && ` ${t('admin.ui.rolledBack', { number: version.rolledBackFrom })}`}
              </p>
              {version.remark && <p>{version.remark}</p>}
              {version.state !== 'published' && differs && (
                <p className="f12">
                  {differs.length
                    ? t('common.pair', {
                        name: t('admin.ui.compare'),
                        value: differs
                          .map((section) => t(`admin.ui.section.${section}`))
                          .join(t('common.patient.separator')),
                      })
                    : t('admin.ui.same')}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}
