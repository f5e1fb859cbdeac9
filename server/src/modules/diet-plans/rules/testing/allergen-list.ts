// Allergies as patients state them, with ingredients that must be named for them; written before its author had read the derivations.
// It stays as it was written: a missed word is mended in the derivations.
const lines = (text: string): { allergy: string; ingredient: string }[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [allergy = '', ingredients = ''] = line.split(':')
      return ingredients.split(';').map((ingredient) => ({ allergy: allergy.trim(), ingredient: ingredient.trim() }))
    })

export const ingredientsWithAllergens = {
  en: lines(`
milk: ghee; 2 cups grated paneer; sodium caseinate; whey powder; dulce de leche; crème fraîche
lactose: Greek yoghurt
gluten: atta; seitan; couscous; 100 g bulgur; panko breadcrumbs; filo pastry
wheat: freekeh
egg: aioli; meringue; hollandaise sauce
sesame: tahini; halva; za'atar
fish: Worcestershire sauce; nam pla; anchovy paste
shellfish: scampi; crayfish tails
peanuts: satay sauce
tree nuts: marzipan; frangipane; gianduja
soy: miso paste; tempeh
mustard: piccalilli
`),
  de: lines(`
Milch: Quark; Butterschmalz; Molke; Schlagsahne; Schmand; Kondensmilch
Laktose: Buttermilch
Gluten: Grünkern; Dinkelmehl; Paniermehl; Weizengrieß; Graupen; Spätzle
Weizen: Semmelbrösel
Ei: Eischnee; Eigelb; Mayonnaise
Sesam: Tahin; Gomasio
Fisch: Sardellenpaste; Matjes; Surimi
Krebstiere: Nordseekrabben; Garnelen
Weichtiere: Miesmuscheln
Erdnüsse: Erdnussmus
Nüsse: Nougat; Haselnusskrokant
Soja: Sojasauce; Edamame
Sellerie: Selleriesalz
`),
  es: lines(`
leche: requesón; mantequilla; nata montada; queso manchego; cuajada; suero de leche
lactosa: yogur natural
gluten: pan rallado; sémola de trigo; harina de espelta; fideos; cebada perlada; cuscús
trigo: tortilla de harina
huevo: alioli; merengue; clara batida
sésamo: ajonjolí tostado; crema tahini
pescado: boquerones en vinagre; bacalao desalado; surimi
crustáceos: gambas peladas; langostinos
moluscos: mejillones; calamares
cacahuete: crema de maní
frutos secos: turrón; mazapán
soja: tofu firme
altramuces: harina de altramuz
`),
  fr: lines(`
lait: beurre clarifié; fromage blanc; crème fraîche; petit-lait; faisselle; mascarpone
lactose: lait ribot
gluten: semoule de blé; chapelure; farine d'épeautre; orge perlé; pâte feuilletée; boulgour
blé: pain d'épices
œuf: blancs en neige; mayonnaise; jaune d'oeuf
sésame: purée de sésame; tahin
poisson: filets d'anchois; nuoc-mâm; tarama
crustacés: crevettes grises; langoustines
mollusques: moules; noix de Saint-Jacques; encornets
arachides: beurre de cacahuète
fruits à coque: pralin; pâte d'amande
soja: lait de soja
moutarde: sauce gribiche à la moutarde
`),
  ja: lines(`
牛乳: バター; 生クリーム; 粉チーズ; 練乳; ヨーグルト; 脱脂粉乳
乳: ホエイプロテイン
小麦: うどん; そうめん; 麩; パン粉; 薄力粉; 餃子の皮
グルテン: 押し麦
卵: マヨネーズ; 卵白; 錦糸玉子
ごま: 練りごま; すりごま
魚: かつお節; ちりめんじゃこ; かまぼこ
えび: 桜えび; むきエビ
かに: カニカマ（かに入り）
落花生: ピーナッツバター
そば: そば粉
くるみ: くるみ味噌
大豆: 豆腐; 納豆; 味噌
`),
}

export const harmlessIngredients = {
  en: lines(`
milk: coconut milk; almond milk; peanut butter; cocoa butter; cream of tartar; milk thistle tea
gluten: buckwheat flour; rice noodles; corn tortilla; gluten-free bread; quinoa
egg: eggplant; aubergine
tree nuts: nutmeg; butternut squash; coconut; water chestnut; doughnut peach
fish: chicken breast
`),
  de: lines(`
Milch: Kokosmilch; Kakaobutter; Hafermilch; Erdnussbutter
Gluten: Buchweizenmehl; Reismehl; Maisgrieß; glutenfreies Brot
Nüsse: Muskatnuss; Kokosnuss
Ei: Eisbergsalat; Reis; Weintrauben
`),
  es: lines(`
leche: leche de coco; manteca de cacao; leche de almendras
gluten: harina de maíz; trigo sarraceno; arroz
frutos secos: nuez moscada; coco rallado
pescado: pechuga de pollo
`),
  fr: lines(`
lait: lait de coco; beurre de cacao; laitue; lait d'amande
gluten: farine de sarrasin; farine de riz; maïs doux
fruits à coque: noix de muscade; noix de coco
œuf: bœuf haché
`),
  ja: lines(`
牛乳: ココナッツミルク; 豆乳; アーモンドミルク
小麦: 米粉; 片栗粉; そば粉100%
卵: 鶏むね肉
えび: 海老芋
`),
}
