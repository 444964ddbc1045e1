import type { Locale } from '@teleward/contract/core/scalars.ts'

interface Text {
  title: string
  sections: { heading: string; text: string }[]
}

/** `{kind}.{version}`. Never edited once published: a change is a new version. */
export const texts: Readonly<Record<string, Readonly<Record<Locale, Text>> & { publishedAt: string }>> = {
  'agreement.2026-01': {
    publishedAt: '2026-01-01',
    'zh-TW': {
      title: '醫事及照護人員註冊同意書',
      sections: [
        {
          heading: '一、適用對象',
          text: '本同意書適用於透過本平台提供遠距醫療、照護及相關服務之醫事人員、照護人員、合作單位人員及代理人。',
        },
        {
          heading: '二、資格與證照',
          text: '您保證所提供之姓名、證照字號、證照效期及服務單位均屬真實，並於資料變更或證照到期前主動更新。未通過審核前，不得上線、接聽病人通話或簽署病歷。',
        },
        {
          heading: '三、帳號保管',
          text: '帳號及密碼僅限本人使用，不得出借或共用。發現帳號遭他人使用時，應立即變更密碼並通知所屬院所。',
        },
        {
          heading: '四、病人資料',
          text: '您僅得於照護所需範圍內查閱病人資料，並應遵守醫療法、通訊診察治療辦法、個人資料保護法及所屬院所之規定。所有查閱均留有紀錄。',
        },
        {
          heading: '五、會籍終止',
          text: '有不當使用或欠缺有效證照情形者，院所得單方終止您的使用資格。終止後帳號之連線立即中斷，尚未進行之預約由院所另行安排。',
        },
      ],
    },
    'zh-CN': {
      title: '医务及照护人员注册协议',
      sections: [
        {
          heading: '一、适用对象',
          text: '本协议适用于通过本平台提供远程医疗、照护及相关服务的医务人员、照护人员、合作单位人员及代理人。',
        },
        {
          heading: '二、资格与证照',
          text: '您保证所提供的姓名、证照编号、证照有效期及服务单位均真实，并在资料变更或证照到期前主动更新。未通过审核前，不得上线、接听患者通话或签署病历。',
        },
        {
          heading: '三、账号保管',
          text: '账号及密码仅限本人使用，不得出借或共用。发现账号被他人使用时，应立即修改密码并通知所属机构。',
        },
        {
          heading: '四、患者资料',
          text: '您仅可在照护所需范围内查阅患者资料，并应遵守相关法律及所属机构的规定。所有查阅均留有记录。',
        },
        {
          heading: '五、会籍终止',
          text: '有不当使用或缺少有效证照情形的，机构可单方终止您的使用资格。终止后账号的连接立即中断，尚未进行的预约由机构另行安排。',
        },
      ],
    },
    en: {
      title: 'Registration agreement for medical and care staff',
      sections: [
        {
          heading: '1. Who it concerns',
          text: 'This agreement is for medical and care professionals, partner staff and agents who offer telemedicine, care and related services through this platform.',
        },
        {
          heading: '2. Qualification and licence',
          text: 'You state that your name, licence number, its expiry and your service unit are true, and keep them up to date before they change or expire. Until your review is passed you may not go on line, take patients’ calls or sign records.',
        },
        {
          heading: '3. Your account',
          text: 'Account and password are yours alone and may not be lent or shared. If somebody else uses your account, change the password at once and tell your institution.',
        },
        {
          heading: '4. Patients’ data',
          text: 'You open patients’ data only as far as their care needs it, and keep to the law and to the rules of your institution. Every opening is recorded.',
        },
        {
          heading: '5. End of membership',
          text: 'An institution may end your membership one-sidedly for improper use or for lack of a valid licence. Your sessions end at once, and the institution sees to the appointments that were still to come.',
        },
      ],
    },
  },
  'privacy.2026-01': {
    publishedAt: '2026-01-01',
    'zh-TW': {
      title: '隱私權聲明',
      sections: [
        {
          heading: '一、蒐集的資料',
          text: '註冊時蒐集姓名、帳號（身分證字號、居留證號或手機號碼）、手機號碼、職類、服務單位、證照字號與影本、照片；使用時蒐集登入時間、網路位址、裝置資訊及操作紀錄。',
        },
        {
          heading: '二、利用目的',
          text: '上述資料用於身分確認、資格審核、排班與看診、費用結算、資訊安全及法令要求之紀錄保存。',
        },
        {
          heading: '三、保存與分享',
          text: '資料由您所屬院所保存，病歷相關紀錄依法至少保存七年。除法令要求或服務所必需者外，不提供予第三人。',
        },
        {
          heading: '四、您的權利',
          text: '您可以查閱、更正您的資料並取得複本；停止使用後，依法應保存的紀錄仍會保存至期滿。',
        },
      ],
    },
    'zh-CN': {
      title: '隐私声明',
      sections: [
        {
          heading: '一、收集的资料',
          text: '注册时收集姓名、账号（身份证号、居留证号或手机号）、手机号、职类、服务单位、证照编号与复印件、照片；使用时收集登录时间、网络地址、设备信息及操作记录。',
        },
        {
          heading: '二、使用目的',
          text: '上述资料用于身份确认、资格审核、排班与看诊、费用结算、信息安全及法律要求的记录保存。',
        },
        {
          heading: '三、保存与共享',
          text: '资料由您所属机构保存，病历相关记录依法至少保存七年。除法律要求或服务所必需外，不提供给第三方。',
        },
        {
          heading: '四、您的权利',
          text: '您可以查阅、更正您的资料并取得副本；停止使用后，依法应保存的记录仍会保存至期满。',
        },
      ],
    },
    en: {
      title: 'Privacy statement',
      sections: [
        {
          heading: '1. What is collected',
          text: 'At registration: name, account (national ID, resident permit or mobile number), mobile number, profession, service unit, licence number and copy, photo. In use: times of sign-in, network address, device and what was done.',
        },
        {
          heading: '2. What for',
          text: 'To know who you are, to review your qualification, for shifts and consultations, for settling fees, for security, and for records that the law asks for.',
        },
        {
          heading: '3. How long, and who else',
          text: 'Your institution keeps the data; what belongs to medical records for at least seven years, as the law asks. Nobody else gets them unless the law or the service itself needs it.',
        },
        {
          heading: '4. Your rights',
          text: 'You may read and correct your data and have a copy. After you stop, what the law tells us to keep is kept until its time is over.',
        },
      ],
    },
  },
}
