-- One way to compare names, numbers and phones, for every list that looks for somebody.

-- What `searchKey` of the contract (core/search-key.ts) comes to, for every text: one width and case, no accents, blanks, hyphens or
-- dots, each Han character in its usual form (core/han-forms.ts says where the forms come from). What is ASCII throughout is quick,
-- and so is what has none of the other forms: `translate` looks through all of them for each character.
create function search_key(said text) returns text language plpgsql immutable parallel safe as $$
declare key text;
begin
  if said ~ '^[ -~]*$' then return lower(regexp_replace(said, '[- ''`,.]', '', 'g') collate "C"); end if;
  key := lower(regexp_replace(normalize(said, NFKD), E'[\u0300-\u036f]', '', 'g'));
  key := regexp_replace(key, E'[\u0009-\u000d ''`,.\u0085\u00ad\u00b7\u1680\u200b-\u2015\u2018\u2019\u2022\u2027-\u202e'
    '\u2060-\u2064\u2066-\u2069\u2212\u30fb\ufeff-]', '', 'g');
  key := replace(replace(replace(translate(key, 'đĐðÐøØłŁħĦıς', 'ddddoollhhiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  key := normalize(key, NFC);
  if key ~ (
        '[干幹於餘来仑侠仓个伦伟侧伪僞杰备传债倾仅侨仪亿俭优儿内两册準别製则刚创划刘剑劲动务胜劳勛勋励汇区协蔔却厉参蔘隻嚮吴呉吕'
        '週鹹员脣问启啓唤乔单叹啸尝严嘱迴国围园圆图团执坚报场块壮寿梦伙夹奂奋妆姗娱娄妇娅娲媪妈妩嫺娴婵娇嬷嫔婴婶孙学孪实宁审写宽'
        '宠宝将专寻对导层属冈嶽峯岛峡岗岚嵘岭峦岩佈帅师帐带币帮牀库厂广庐张强彊弹弥彦徵后径从复複徳彻誌恒悦恵爱惯庆怜凭悯应怀悬恋'
        '戏户戸纔抛扬换抚拥择据扩携摄败敎敌数敛鬥断升陞时晋昼晖畅暂晓旷书会东鬆条杨枫桢业荣构乐枞楼标枢样朴树桥机检柠樱栏权欧欢岁'
        '历曆归残毁气决冲衝况泄塗泪净浄凌渊浅淸遊浑汤温沧灭满渔汉涟洁润涧泽浓济涛滨滢潇泷澜湾为爲乌无炼鍊炜焕热烨灯营灿烛烁炉争爷'
        '尔牵状狮奖独获献珐玮琐瑶莹玛琏玑瑷环玺琼珑产産毕画异当叠发髮盗尽监盘卢眞众衆睁础祯禅礼籼祕种称积颖秾稳穷窃竞笔节筑笃简签'
        '籤篮筹篯笼粤粮係繫纪约红纹纳纽纾纯纱纸级纷纺绍弦组结绝络绚给绒统丝绢经综緑绿绸维纲网彩纶绮绽绫绵紧绯绪缃线缉缎缘缅纬练缇'
        '萦缙缜县纵缦总绩缪缯织缮缭绕綉绣绳绘继缤缱续缨纤缵罢罗芈羣羡义习翘圣闻联聪声耸聂职听肃鬍脉脱脑脸胪临緻台檯颱与兴举旧舰刍'
        '範庄茎华莱万叶荭着苇濛矇苍荪盖莲蒋葱荫荞芸芜萧荟蓟蔷萨蓝艺药葯蔼蔺蕲芦苏蕴苹藓兰处号虬蛱蝉蚕术卫錶补装袭见规视亲觐觉览观'
        '订计讯训记讷访设许诉诒评咏诩询诗诠话该详认语诚诰诵説说谁课谊调谆谈请诤谅论谀谐谕谌诸诺谋谧谦讲谢谟谨证识谭谱译议护誉读变'
        '让贊赞穀丰艳艷猫贝贞负财贡货贩责贮贰贵买费贻贺贲赁资贾宾赐赏贤卖赋质赖赛赜赟赠赢赣赶赵跃车军轩软轶辂载辄辅轻辉辈轮辑输辕'
        '转辙轰办农连进运过达违遥适迟迁选遗辽迈还迩边逻郞邮乡邹邬邓郑邻隣郸邺郐邝郦医释裏裡钇钊鍼针钏钫钮钧钛铃钰钿巨铉铅钺银铜铨'
        '铭铱鋭锐铝锋舖铺钢录録铮锜钱锦锡错锅锻锽键鐘钟镁镕锁铠镇镒铿锵镛镜镖铧铁铎铸鉴鑒钥长门闪闫闭开闳闰闲间闵阁合闽阆闾閲阅阊'
        '阎阔闿阖阙关阚阐陉阵阴陈陆阳队阶陨际随险隐隶隽虽双杂鷄鸡离难云电雾霁雳霭灵靑静麪麵巩韦韧韩韬韫韵响页顶项顺须顼颂颀预颇领'
        '颉颐头频题额顔颜颛愿类颢顾显颧风飒飞馆馈饶飨马冯驰驻驹驾驸驷骆骏骋骐骞腾骅骁验惊骥体髙闹郁鱼鲁鲍鲔鲜鲤鲭鲲鲸鳌鸠凤鳯鸣鸢'
        '鸳鸯鸭鸿鸽鹃鹅鹄鹉鹏鹜莺鹤鸥鸶鹰鹭鹦鹂鸾丽麦曲黄黉黒点党黩齐斋龄龙庞龚龟]') then
    key := translate(key,
        '干幹於餘来仑侠仓个伦伟侧伪僞杰备传债倾仅侨仪亿俭优儿内两册準别製则刚创划刘剑劲动务胜劳勛勋励汇区协蔔却厉参蔘隻嚮吴呉吕週'
        '鹹员脣问启啓唤乔单叹啸尝严嘱迴国围园圆图团执坚报场块壮寿梦伙夹奂奋妆姗娱娄妇娅娲媪妈妩嫺娴婵娇嬷嫔婴婶孙学孪实宁审写宽宠'
        '宝将专寻对导层属冈嶽峯岛峡岗岚嵘岭峦岩佈帅师帐带币帮牀库厂广庐张强彊弹弥彦徵后径从复複徳彻誌恒悦恵爱惯庆怜凭悯应怀悬恋戏'
        '户戸纔抛扬换抚拥择据扩携摄败敎敌数敛鬥断升陞时晋昼晖畅暂晓旷书会东鬆条杨枫桢业荣构乐枞楼标枢样朴树桥机检柠樱栏权欧欢岁历'
        '曆归残毁气决冲衝况泄塗泪净浄凌渊浅淸遊浑汤温沧灭满渔汉涟洁润涧泽浓济涛滨滢潇泷澜湾为爲乌无炼鍊炜焕热烨灯营灿烛烁炉争爷尔'
        '牵状狮奖独获献珐玮琐瑶莹玛琏玑瑷环玺琼珑产産毕画异当叠发髮盗尽监盘卢眞众衆睁础祯禅礼籼祕种称积颖秾稳穷窃竞笔节筑笃简签籤'
        '篮筹篯笼粤粮係繫纪约红纹纳纽纾纯纱纸级纷纺绍弦组结绝络绚给绒统丝绢经综緑绿绸维纲网彩纶绮绽绫绵紧绯绪缃线缉缎缘缅纬练缇萦'
        '缙缜县纵缦总绩缪缯织缮缭绕綉绣绳绘继缤缱续缨纤缵罢罗芈羣羡义习翘圣闻联聪声耸聂职听肃鬍脉脱脑脸胪临緻台檯颱与兴举旧舰刍範'
        '庄茎华莱万叶荭着苇濛矇苍荪盖莲蒋葱荫荞芸芜萧荟蓟蔷萨蓝艺药葯蔼蔺蕲芦苏蕴苹藓兰处号虬蛱蝉蚕术卫錶补装袭见规视亲觐觉览观订'
        '计讯训记讷访设许诉诒评咏诩询诗诠话该详认语诚诰诵説说谁课谊调谆谈请诤谅论谀谐谕谌诸诺谋谧谦讲谢谟谨证识谭谱译议护誉读变让'
        '贊赞穀丰艳艷猫贝贞负财贡货贩责贮贰贵买费贻贺贲赁资贾宾赐赏贤卖赋质赖赛赜赟赠赢赣赶赵跃车军轩软轶辂载辄辅轻辉辈轮辑输辕转'
        '辙轰办农连进运过达违遥适迟迁选遗辽迈还迩边逻郞邮乡邹邬邓郑邻隣郸邺郐邝郦医释裏裡钇钊鍼针钏钫钮钧钛铃钰钿巨铉铅钺银铜铨铭'
        '铱鋭锐铝锋舖铺钢录録铮锜钱锦锡错锅锻锽键鐘钟镁镕锁铠镇镒铿锵镛镜镖铧铁铎铸鉴鑒钥长门闪闫闭开闳闰闲间闵阁合闽阆闾閲阅阊阎'
        '阔闿阖阙关阚阐陉阵阴陈陆阳队阶陨际随险隐隶隽虽双杂鷄鸡离难云电雾霁雳霭灵靑静麪麵巩韦韧韩韬韫韵响页顶项顺须顼颂颀预颇领颉'
        '颐头频题额顔颜颛愿类颢顾显颧风飒飞馆馈饶飨马冯驰驻驹驾驸驷骆骏骋骐骞腾骅骁验惊骥体髙闹郁鱼鲁鲍鲔鲜鲤鲭鲲鲸鳌鸠凤鳯鸣鸢鸳'
        '鸯鸭鸿鸽鹃鹅鹄鹉鹏鹜莺鹤鸥鸶鹰鹭鹦鹂鸾丽麦曲黄黉黒点党黩齐斋龄龙庞龚龟',
        '乾乾于余來侖俠倉個倫偉側偽偽傑備傳債傾僅僑儀億儉優兒內兩冊准別制則剛創劃劉劍勁動務勝勞勳勳勵匯區協卜卻厲參參只向吳吳呂周'
        '咸員唇問啟啟喚喬單嘆嘯嚐嚴囑回國圍園圓圖團執堅報場塊壯壽夢夥夾奐奮妝姍娛婁婦婭媧媼媽嫵嫻嫻嬋嬌嬤嬪嬰嬸孫學孿實寧審寫寬寵'
        '寶將專尋對導層屬岡岳峰島峽崗嵐嶸嶺巒巖布帥師帳帶幣幫床庫廠廣廬張強強彈彌彥征後徑從復復德徹志恆悅惠愛慣慶憐憑憫應懷懸戀戲'
        '戶戶才拋揚換撫擁擇據擴攜攝敗教敵數斂斗斷昇昇時晉晝暉暢暫曉曠書會東松條楊楓楨業榮構樂樅樓標樞樣樸樹橋機檢檸櫻欄權歐歡歲歷'
        '歷歸殘毀氣決沖沖況洩涂淚淨淨淩淵淺清游渾湯溫滄滅滿漁漢漣潔潤澗澤濃濟濤濱瀅瀟瀧瀾灣為為烏無煉煉煒煥熱燁燈營燦燭爍爐爭爺爾'
        '牽狀獅獎獨獲獻琺瑋瑣瑤瑩瑪璉璣璦環璽瓊瓏產產畢畫異當疊發發盜盡監盤盧真眾眾睜礎禎禪禮秈秘種稱積穎穠穩窮竊競筆節築篤簡簽簽'
        '籃籌籛籠粵糧系系紀約紅紋納紐紓純紗紙級紛紡紹絃組結絕絡絢給絨統絲絹經綜綠綠綢維綱網綵綸綺綻綾綿緊緋緒緗線緝緞緣緬緯練緹縈'
        '縉縝縣縱縵總績繆繒織繕繚繞繡繡繩繪繼繽繾續纓纖纘罷羅羋群羨義習翹聖聞聯聰聲聳聶職聽肅胡脈脫腦臉臚臨致臺臺臺與興舉舊艦芻范'
        '莊莖華萊萬葉葒著葦蒙蒙蒼蓀蓋蓮蔣蔥蔭蕎蕓蕪蕭薈薊薔薩藍藝藥藥藹藺蘄蘆蘇蘊蘋蘚蘭處號虯蛺蟬蠶術衛表補裝襲見規視親覲覺覽觀訂'
        '計訊訓記訥訪設許訴詒評詠詡詢詩詮話該詳認語誠誥誦說說誰課誼調諄談請諍諒論諛諧諭諶諸諾謀謐謙講謝謨謹證識譚譜譯議護譽讀變讓'
        '讚讚谷豐豔豔貓貝貞負財貢貨販責貯貳貴買費貽賀賁賃資賈賓賜賞賢賣賦質賴賽賾贇贈贏贛趕趙躍車軍軒軟軼輅載輒輔輕輝輩輪輯輸轅轉'
        '轍轟辦農連進運過達違遙適遲遷選遺遼邁還邇邊邏郎郵鄉鄒鄔鄧鄭鄰鄰鄲鄴鄶鄺酈醫釋里里釔釗針針釧鈁鈕鈞鈦鈴鈺鈿鉅鉉鉛鉞銀銅銓銘'
        '銥銳銳鋁鋒鋪鋪鋼錄錄錚錡錢錦錫錯鍋鍛鍠鍵鍾鍾鎂鎔鎖鎧鎮鎰鏗鏘鏞鏡鏢鏵鐵鐸鑄鑑鑑鑰長門閃閆閉開閎閏閑間閔閣閤閩閬閭閱閱閶閻'
        '闊闓闔闕關闞闡陘陣陰陳陸陽隊階隕際隨險隱隸雋雖雙雜雞雞離難雲電霧霽靂靄靈青靜面面鞏韋韌韓韜韞韻響頁頂項順須頊頌頎預頗領頡'
        '頤頭頻題額顏顏顓願類顥顧顯顴風颯飛館饋饒饗馬馮馳駐駒駕駙駟駱駿騁騏騫騰驊驍驗驚驥體高鬧鬱魚魯鮑鮪鮮鯉鯖鯤鯨鰲鳩鳳鳳鳴鳶鴛'
        '鴦鴨鴻鴿鵑鵝鵠鵡鵬鶩鶯鶴鷗鷥鷹鷺鸚鸝鸞麗麥麯黃黌黑點黨黷齊齋齡龍龐龔龜');
  end if;
  return key;
end $$;

-- Kept beside the names, since under a policy a function reaches no index and costs each row of a list: the name alone, which one
-- person's two entries have in common, and all that a list looks into, a line each. No key has a line break in it.
alter table member
  add column name_key text generated always as (search_key(name)) stored,
  add column search_keys text generated always as
    (search_key(name) || E'\n' || coalesce(search_key(name_en), '') || E'\n' || search_key(member_no)) stored;
alter table staff add column search_keys text generated always as (search_key(name) || E'\n' || coalesce(search_key(name_en), '')) stored;
create index member_name_key on member (birthday, name_key) where birthday is not null;

-- Pairs of characters; of Latin letters that stand together triples, too, wherever in a name: pairs of those are in every second one.
create or replace function search_parts(said text) returns setof text language sql immutable as $$
  select distinct substr(said, n, 2) from generate_series(1, char_length(said) - 1) n
  union
  select p.three from generate_series(1, char_length(said) - 2) n, substr(said, n, 3) p(three) where p.three ~ '^[ -~]{3}$'
$$;

-- As before, by the key; and by the number that lists show.
create or replace function member_tokens(only_pids int[]) returns void language sql security definer set search_path = public as $$
  delete from member_token where pid = any (only_pids);
  insert into member_token (token, pid, partner_id, unit_id, status, kind, whole, name)
  select distinct p.token, m.pid, mu.partner_id, mu.unit_id, mu.status, p.kind, p.whole, m.name
  from member m join member_unit mu on mu.pid = m.pid
  cross join lateral (
    select m.id_number, m.account, m.mobile, m.nhi_card_number, m.name, m.name_en, m.member_no
    union all
    select o.id_number, o.account, o.mobile, o.nhi_card_number, o.name, o.name_en, o.member_no
    from member_merge g join member o on o.pid = g.merged_pid
    where g.kept_pid = m.pid and g.undone_at is null and mu.unit_id = any (g.units)
  ) s
  cross join lateral (
    select distinct '=' || v.value as token, 0 as kind, v.value as whole
    from unnest(array[search_key(s.id_number), search_key(s.account), s.mobile, s.nhi_card_number,
      search_key(s.name), search_key(s.name_en), search_key(s.member_no)]) v(value) where v.value <> ''
    union all
    select t.token, 1, n.said from unnest(array[search_key(s.name), search_key(s.name_en)]) n(said), search_parts(n.said) t(token)
    where n.said is not null
    union all
    select distinct substr(s.mobile, n, 4), 2, s.mobile from generate_series(1, char_length(s.mobile) - 3) n
  ) p
  where m.pid = any (only_pids)
$$;

-- Tokens are made anew for those alone whom they do not fit any more; of the others only the number is missing.
do $$
declare anew int[] := array(
  select m.pid from member m, unnest(array[m.name, m.name_en, m.account, m.id_number]) v(value)
  -- What is ASCII, but for the backquote, has the key that it had.
  where v.value !~ '^[ -_a-~]*$' and (search_key(v.value) <> search_text(v.value) or search_key(v.value) ~ '[!-~]{3}')
  union
  select g.kept_pid from member_merge g where g.undone_at is null);
begin
  perform member_tokens(anew);
  insert into member_token (token, pid, partner_id, unit_id, status, kind, whole, name)
  select '=' || search_key(m.member_no), m.pid, mu.partner_id, mu.unit_id, mu.status, 0, search_key(m.member_no), m.name
  from member m join member_unit mu on mu.pid = m.pid
  where search_key(m.member_no) <> '' and not exists (select 1 from unnest(anew) a where a = m.pid)
    and not exists (select 1 from member_token t where t.pid = m.pid and t.unit_id = mu.unit_id and t.token = '=' || search_key(m.member_no));
end $$;

create or replace function booking_member(shown text) returns table (pid int, unit_ids int[], name text, birthday date, id_last text)
language sql stable security definer set search_path = public as $$
  select m.pid, array_agg(distinct t.unit_id), min(m.name), min(m.birthday), min(right(m.id_number, 3))
  from member_token t join member m on m.pid = t.pid
  where app_kind() = 'staff' and t.token = '=' || shown and t.status = 'active'
    and t.partner_id = app_partner() and t.unit_id = any (app_units())
    and shown in (search_key(m.id_number), m.nhi_card_number, m.mobile, search_key(m.account))
  group by m.pid $$;

-- Two entries of one name and birthday are told by the key, also where they were typed in different ways.
do $$
declare f record;
begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc like '%o.name = m.name and o.birthday%' loop
    execute replace(pg_get_functiondef(f.oid), 'o.name = m.name and o.birthday', 'o.name_key = m.name_key and o.birthday');
  end loop;
end $$;
