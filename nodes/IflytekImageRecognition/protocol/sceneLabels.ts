import type { LabelName } from './labelTable';

/** English (services.md, Images) and Chinese name of scene 0, 1, 2 and so on. */
const SCENES: ReadonlyArray<[english: string, chinese: string]> = [
	['bedroom, living room', '卧室 客厅'],
	['classroom', '教室'],
	['restaurant (public)', '餐厅(公共)'],
	['grassland, field, garden', '草地 田地 花园'],
	['desert', '沙漠'],
	['office, meeting room', '办公室 会议室'],
	['bar, karaoke, dance hall', '酒吧 KTV 舞厅'],
	['indoor sports ground', '室内运动场'],
	['shopping mall', '商场'],
	['mountain peak', '山峰'],
	['lake, pond, ocean', '湖 池塘 海洋'],
	['forest', '森林'],
	['street', '街道'],
	['outdoor sports ground', '室外运动场'],
	['beach', '海滩 沙滩'],
	['swimming pool', '泳池'],
	['amusement park', '游乐场'],
	['no scene', '没有场景'],
	['other scene', '其他场景'],
	['inside car, boat, aircraft', '车内 船上 飞机上'],
	['auditorium, performance hall', '礼堂 演出厅'],
	['square, open ground', '广场 空地'],
	['people only', '纯人物图'],
	['broadcasting studio', '播音室'],
	['house, building', '房屋 建筑'],
	['hospital', '医院'],
	['internet cafe, game hall, mahjong room', '网吧 游戏厅 棋牌室'],
	['sculpture, stele, archway', '雕塑 石碑 牌坊'],
	['dormitory', '宿舍'],
	['dressing room, hair salon', '化妆室 理发店'],
	['gym', '健身房'],
	['airport', '机场'],
	['railway station', '火车站'],
	['bus station', '汽车站'],
	['market', '市场 集市'],
	['library, bookstore', '图书馆 书店'],
	['highway', '公路'],
	['ancient building', '古建筑'],
	['kitchen', '厨房'],
	['restaurant (home)', '餐厅(家里)'],
	['washroom', '洗手间'],
	['bathroom', '浴室 洗澡间'],
	['parking lot', '停车场'],
];

/** Name of a scene label, 0 to 42; undefined for any other number. */
export function sceneName(label: number): LabelName | undefined {
	const [english, chinese] = SCENES[label] ?? [];
	return english === undefined ? undefined : { english, chinese };
}
