import { sceneName } from '../../../../nodes/IflytekImageRecognition/protocol/sceneLabels';

/** The table of the service (spec: Scene label values), with its Chinese names. */
const SCENES: Array<[label: number, english: string, chinese: string]> = [
	[0, 'bedroom, living room', '卧室 客厅'],
	[1, 'classroom', '教室'],
	[2, 'restaurant (public)', '餐厅(公共)'],
	[3, 'grassland, field, garden', '草地 田地 花园'],
	[4, 'desert', '沙漠'],
	[5, 'office, meeting room', '办公室 会议室'],
	[6, 'bar, karaoke, dance hall', '酒吧 KTV 舞厅'],
	[7, 'indoor sports ground', '室内运动场'],
	[8, 'shopping mall', '商场'],
	[9, 'mountain peak', '山峰'],
	[10, 'lake, pond, ocean', '湖 池塘 海洋'],
	[11, 'forest', '森林'],
	[12, 'street', '街道'],
	[13, 'outdoor sports ground', '室外运动场'],
	[14, 'beach', '海滩 沙滩'],
	[15, 'swimming pool', '泳池'],
	[16, 'amusement park', '游乐场'],
	[17, 'no scene', '没有场景'],
	[18, 'other scene', '其他场景'],
	[19, 'inside car, boat, aircraft', '车内 船上 飞机上'],
	[20, 'auditorium, performance hall', '礼堂 演出厅'],
	[21, 'square, open ground', '广场 空地'],
	[22, 'people only', '纯人物图'],
	[23, 'broadcasting studio', '播音室'],
	[24, 'house, building', '房屋 建筑'],
	[25, 'hospital', '医院'],
	[26, 'internet cafe, game hall, mahjong room', '网吧 游戏厅 棋牌室'],
	[27, 'sculpture, stele, archway', '雕塑 石碑 牌坊'],
	[28, 'dormitory', '宿舍'],
	[29, 'dressing room, hair salon', '化妆室 理发店'],
	[30, 'gym', '健身房'],
	[31, 'airport', '机场'],
	[32, 'railway station', '火车站'],
	[33, 'bus station', '汽车站'],
	[34, 'market', '市场 集市'],
	[35, 'library, bookstore', '图书馆 书店'],
	[36, 'highway', '公路'],
	[37, 'ancient building', '古建筑'],
	[38, 'kitchen', '厨房'],
	[39, 'restaurant (home)', '餐厅(家里)'],
	[40, 'washroom', '洗手间'],
	[41, 'bathroom', '浴室 洗澡间'],
	[42, 'parking lot', '停车场'],
];

describe('scene labels', () => {
	it('are 43', () => {
		expect(SCENES.map(([label]) => label)).toEqual(Array.from({ length: 43 }, (_, n) => n));
	});

	it.each(SCENES)('name scene %i', (label, english, chinese) => {
		expect(sceneName(label)).toEqual({ english, chinese });
	});

	it.each([-1, 43, 1.5, Number.NaN])('name no scene %p', (label) => {
		expect(sceneName(label)).toBeUndefined();
	});
});
