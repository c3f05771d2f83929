/** Traditional characters that phrases are made of, each before its simplified one. */
const SIMPLIFIED =
	'別别 話话 電电 請请 聯联 繫系 絡络 來来 號号 碼码 刪删 騷骚 擾扰 訴诉 無无 錄录 語语 關关 撥拨 戶户 機机 線线 網网 閱阅 訂订 單单 絕绝 許许 準准 讓让 應应 該该 會会 議议 對对 興兴 買买 賣卖 頻频 煩烦 報报 舉举 從从 沒没 說说 這这 個个 給给 還还 過过 現现 間间 時时 後后 嗎吗 麼么 們们 誰谁 開开 車车 聽听 總总 夠够 愛爱 媽妈 將将 續续 點点 響响 錯错 樣样 處处 與与 為为 師师 務务 動动 業业 員员 問问 題题 訊讯 資资 銷销 營营 進进 轉转 達达 銀银 險险 貸贷 騙骗 區区 鈴铃 聲声 憑凭 幹干 難难 謝谢 鬧闹 飛飞 鐵铁 裡里 裏里 並并 佔占 鍵键 幫帮 辦办 貨货 優优 廣广 兩两 條条 註注 冊册 據据 庫库 遞递 門门 掛挂 斷断 嗶哔 暫暂 鐘钟 證证 認认 試试 詐诈 罵骂 婦妇 領领 兒儿 邊边 願愿 舊旧 換换 課课 專专 絶绝 卻却 實实 簡简 長长 週周 禮礼 麥麦 嘅的 啲点 喺在 觀观 眾众 樂乐 聞闻 節节 視视 擱搁 閣阁 係系 儂侬 瘋疯 滾滚 靜静 淨净 饒饶 攪搅 幾几 協协 萬万 嚴严 鄉乡 書书 亂乱 於于 價价 傘伞 傳传 傷伤 體体 傭佣 倆俩 內内 寫写 決决 減减 劉刘 剛刚 劇剧 勸劝 勁劲 華华 衛卫 歷历 發发 啓启 吶呐 噠哒 喲哟 餵喂 噴喷 嘍喽 圍围 圖图 場场 塊块 堅坚 備备 復复 頭头 孫孙 學学 寶宝 導导 嘗尝 盡尽 歲岁 崗岗 乾干 張张 當当 徹彻 徵征 戲戏 掃扫 摳抠 擬拟 攔拦 撓挠 數数 顯显 曉晓 術术 權权 構构 標标 檔档 夢梦 歡欢 毀毁 畢毕 氣气 淚泪 測测 溫温 濾滤 燒烧 爺爷 瑪玛 畫画 癟瘪 監监 著着 確确 禍祸 離离 種种 篩筛 類类 緊紧 糾纠 約约 級级 細细 終终 紹绍 經经 結结 繞绕 統统 繼继 纏缠 膽胆 腦脑 脫脱 臉脸 藝艺 薦荐 藥药 蓮莲 慮虑 虛虚 補补 見见 覺觉 計计 記记 講讲 設设 訪访 識识 詢询 誒诶 調调 談谈 貝贝 財财 質质 貴贵 費费 賭赌 賞赏 趕赶 軟软 轟轰 載载 較较 輩辈 辭辞 遠远 連连 遲迟 郵邮 鄰邻 針针 錢钱 閃闪 閉闭 閒闲 閨闺 隊队 陣阵 隨随 項项 須须 預预 顏颜 額额 飯饭 馬马 驛驿 雞鸡 爲为 説说 妳你 複复 覆复 臺台 啟启 甚什 閲阅 麽么 衆众 綫线 牠它 嚐尝 佈布 迴回 嚮向 麪面 羣群 眞真 証证 姊姐';

const simplified = new Map(SIMPLIFIED.split(' ').map(([from, to]) => [from, to]));

/** Words that speech recognition mishears, each with the right word. */
const MISHEARD = (
	[
		['[骚搔臊扫][扰绕饶挠]', '骚扰'],
		['打[绕饶搅]', '打扰'],
		['[投头偷][诉速述素宿]', '投诉'],
		['(?<=[别要][再在](?:给我)?)[大达搭答](?=了|电|过来|给|$)', '打'],
		['[巨举句][包抱报]', '举报'],
		['[电店典][化华画花]|[店典]话|(?<=打)点话', '电话'],
		['[达答搭大](?=电话)', '打'],
		['[包袍](?=打咧|打了)|被(?=再打|再给我打)|(?<=以后)被(?=打)', '别'],
		['脸系|[连莲][系细]|联[西喜细戏]', '联系'],
		['号[马玛]|好码|号吗(?=.{0,2}删)', '号码'],
		['[珊闪]除|山除|[珊闪]掉', '删除'],
		['[以已][候]|已后', '以后'],
		['不[药邀]|[布补]要', '不要'],
		['不[虚须]要', '不需要'],
		['每兴趣', '没兴趣'],
		['拉嘿|来黑(?=$|吧|了)', '拉黑'],
		['名[丹但]', '名单'],
		['退[定丁]', '退订'],
		['[白瘪憋别][再在载](?=打|给|来|联|骚|烦|拨|找)', '别再'],
		['不要[在载](?=打|给|来|联|骚|烦|拨|找)', '不要再'],
		['[鸡基]主', '机主'],
		['官机', '关机'],
		['[波播]打', '拨打'],
		['[少烧][后候]', '稍后'],
		['[再在][波播]', '再拨'],
		['[流刘][言严颜]|留[严颜]', '留言'],
		['住理', '助理'],
		['[用佣]互|佣户', '用户'],
		['控号', '空号'],
		['接同', '接通'],
	] as const
).map(([heard, word]) => [new RegExp(heard, 'gu'), word] as const);

/** Said while thinking: 别呃打了. */
const FILLERS = /[啊呀哎唉诶欸哦噢喔呃嗯哇哟嘿]|那个|就是说/gu;
/** Between the words of a wish: 别他妈打了. */
const SWEARING = /(?<=别|不要|再|还)(?:他妈|特么|踏马|他娘|tm)的?(?=再|打|给|来|烦|骚)/gu;

/**
 * Text in the form of phrases: simplified characters, lower case, full-width forms as ordinary ones, a comma for any
 * other punctuation, blanks between Latin words only, and words that were misheard set right.
 */
export function plainText(text: string): string {
	const characters = [...text.normalize('NFKC').toLowerCase()];
	const plain = characters
		.map((character) => simplified.get(character) ?? character)
		.join('')
		.replace(/[’‘`]/g, "'")
		.replace(/\s+/g, ' ')
		.replace(/(?<=\p{sc=Han}{2}) (?=\p{sc=Han}{2})/gu, ',')
		.replace(/ (?![a-z])|(?<![a-z,']) /g, '')
		.replace(/[^\p{L}\p{N}' ]+/gu, ',')
		.replace(/^,|,$/g, '');
	return MISHEARD.reduce((said, [heard, word]) => said.replace(heard, word), plain);
}

/** Plain text without filler words and stutter: 别，别，不不要再打. */
export function withoutFillers(plain: string): string {
	return plain
		.replace(FILLERS, '')
		.replace(SWEARING, '')
		.replace(/,+/g, ',')
		.replace(/([再别不要])(?:,?\1)+/gu, '$1')
		.replace(/([^,]{2,4})\1+/gu, '$1')
		.replace(/^,|,$/g, '');
}

/** The sentences of a text, unchanged: split at their ends and at line breaks. */
export function sentences(text: string): string[] {
	const found = text.match(/[^。！？!?；;…\r\n]+[。！？!?；;…]*/gu) ?? [];
	return found.flatMap((sentence) => pieces(sentence.trim())).filter((piece) => piece !== '');
}

/** Characters of a sentence: a longer one is read in pieces that overlap. */
const LONGEST_SENTENCE = 400;
const OVERLAP = 40;

function pieces(sentence: string): string[] {
	const found: string[] = [];
	for (let from = 0; from < sentence.length; from += LONGEST_SENTENCE - OVERLAP) {
		found.push(sentence.slice(from, from + LONGEST_SENTENCE));
		if (from + LONGEST_SENTENCE >= sentence.length) break;
	}
	return found;
}
