import type source from '../zh-TW/operations.ts'
import type { Translation } from '../types.ts'

export default {
  search: '动作或来源地址',
  time: '时间',
  act: '动作',
  target: '对象',
  behalf: '代表',
  result: { title: '结果', OK: '成功', refused: '被拒' },
  device: '设备',
  from: '来源',
  kind: { title: '种类', read: '读取', write: '变更', auth: '登录', none: '其他' },
  dates: '日期',
  empty: '这段时间没有记录',
  emptyIn: '{{days}} 没有记录',
  emptyText: '换个日期或条件。',
  failed: '操作记录加载失败',
  notMe: {
    act: '不是我做的',
    title: '有人使用您的账号？',
    text: '将退出其他所有设备，并带您到安全设置更改密码。此设备保持登录。',
    ok: '退出其他设备',
    done: '其他设备已退出，请更改密码',
  },
} satisfies Translation<typeof source>
