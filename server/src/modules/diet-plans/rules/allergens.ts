/** A group of foods that an allergy is about. Words in English, Spanish, French, German and Japanese, without accents, lower case. */
export interface Allergen {
  id: string
  /** How people name the allergy. */
  names: string
  /** What contains it, also under another name. Five letters and more are found inside of longer words, as German joins them. */
  foods: string
  /** Names that hold such a word and do not contain it. */
  without: string
  /** Phrases that say that the whole food is free of it. Lactose-free milk still is milk. */
  freeOf?: string
}

/** As of 2026-11-29. The list grows by what was missed. */
export const allergens: readonly Allergen[] = [
  {
    id: 'milk',
    names: `milk|dairy|lactose|casein|whey|cow's milk|leche|lacteos|lactosa|caseina|lait|produits laitiers|caseine|milch|milchprodukte|laktose|milcheiweiss|乳|牛乳|乳製品|ミルク`,
    foods: `milk|milkshake|buttermilk|milk powder|condensed milk|evaporated milk|dairy|lactose|lactalbumin|lactoglobulin|casein|caseinate|caseinato|caseinat|whey|curd|curds|yogurt|yoghurt|yogur|yaourt|joghurt|skyr|quark|kefir|lassi|raita|dahi|chaas|butter|butter oil|ghee|ghi|butterfat|buttermilch|butterschmalz|schmand|cream|creme fraiche|creme|half and half|custard|pudding|ice cream|gelato|helado|glace|eiscreme|cheese|queso|fromage|kase|kaese|paneer|panir|chenna|khoya|khoa|mawa|malai|rabri|kulfi|burfi|barfi|rasgulla|gulab jamun|mozzarella|parmesan|parmigiano|pecorino|ricotta|feta|halloumi|haloumi|mascarpone|cheddar|gouda|gruyere|brie|camembert|emmental|emmentaler|roquefort|gorgonzola|provolone|cottage|queso fresco|manchego|requeson|cuajada|nata|mantequilla|leche|dulce de leche|suero de leche|lait|beurre|petit-lait|lactoserum|milch|molke|sahne|rahm|bechamel|alfredo|nougat|caramel|toffee|dulce|cajeta|crema|milchpulver|frischkase|huttenkase|topfen|buttercream|labneh|laban|ayran|tzatziki|fondue|ganache|milk chocolate|white chocolate|hollandaise|ranch|au gratin|gratin|乳|牛乳|ミルク|バター|チーズ|ヨーグルト|クリーム|ホエイ|ホエー|カゼイン|練乳|脱脂粉乳|ギー|パニール|アイスクリーム|ラクトース|乳糖|faisselle|lait ribot|fromage frais|petit suisse|petit-suisse|cancoillotte|reblochon|comte|cantal|raclette|tomme|munster|beaufort|boursin|burrata|stracciatella|taleggio|asiago|grana padano|scamorza|bocconcini|fior di latte|panna cotta|queso blanco|queso oaxaca|cotija|panna|latte macchiato|caffe latte|matcha latte|doppelrahm|dickmilch|sauerrahm|saure sahne|harzer|limburger|tilsiter|appenzeller|raclettekase|bergkase|kondensmilch|magermilch|milcheiweiss|natilla|natillas|cremoso|kashk|doogh|クリームチーズ|カッテージ|パルメザン|モッツァレラ|カマンベール|コンデンスミルク|ホワイトソース|ベシャメル|サワークリーム`,
    without: `coconut milk|coconut cream|coconut butter|coconut yogurt|coconut oil|almond milk|almond butter|almond yogurt|soy milk|soya milk|soymilk|soy yogurt|soy cream|oat milk|oat cream|rice milk|cashew milk|cashew butter|cashew cream|hemp milk|hazelnut milk|peanut butter|nut butter|apple butter|shea butter|cocoa butter|sesame butter|seed butter|sunflower butter|butter bean|butter lettuce|butterhead|butternut|buttercup|butterbur|butterfish|butterfly|cream of tartar|cream of wheat|vegan cheese|vegan butter|dairy free|dairy-free|lactose free milk alternative|milkfish|milk thistle|leche de coco|leche de almendra|leche de almendras|leche de soja|leche de avena|leche de arroz|crema de coco|crema de cacahuete|crema de almendra|mantequilla de cacahuete|mantequilla de mani|manteca de cacao|manteca de cerdo|lait de coco|lait d'amande|lait d'amandes|lait de soja|lait d'avoine|lait de riz|creme de coco|creme de soja|beurre de cacahuete|beurre de cacahuetes|beurre de cacao|beurre d'amande|kokosmilch|kokoscreme|mandelmilch|sojamilch|sojajoghurt|hafermilch|haferdrink|reismilch|erdnussbutter|mandelbutter|kakaobutter|butterkurbis|hafersahne|sojasahne|ココナッツミルク|ココナッツクリーム|アーモンドミルク|豆乳|オーツミルク|ライスミルク|ピーナッツバター|カカオバター|乳化剤|乳酸菌|乳酸|butterbohnen|butternuss|leche de arroz|lait vegetal|leche vegetal|kakaomasse|laitue|laitues|erdmandelmilch|cashewmilch|dinkelmilch|crema de cacahuete|crema de avellanas|crema de cacao|cream soda|hafercuisine|sojacuisine|kokosjoghurt|beurre de cajou|caramelised onions|caramelized onions|cebolla caramelizada|オーツクリーム|オートミルク|豆乳クリーム|豆乳ヨーグルト`,
    freeOf: `dairy free|dairy-free|milk free|milk-free|non-dairy|non dairy|sin lacteos|sans produits laitiers|sans lait|milchfrei|ohne milch|乳不使用|乳製品不使用`,
  },
  {
    id: 'gluten',
    names: `gluten|wheat|celiac|coeliac|trigo|celiaco|celiaca|celiaquia|ble|coeliaque|cœliaque|weizen|zoliakie|グルテン|小麦|セリアック|oats|oat|barley|rye|spelt|gerste|roggen|hafer|dinkel|cebada|avena|centeno|orge|seigle|avoine|ライ麦|大麦`,
    foods: `gluten|wheat|flour|atta|maida|sooji|suji|rava|semolina|durum|spelt|emmer|einkorn|farro|kamut|khorasan|triticale|freekeh|bulgur|couscous|seitan|barley|pearl barley|malt|malz|rye|oats|oat|oatmeal|porridge|granola|muesli|bread|breadcrumb|breadcrumbs|panko|bun|toast|crouton|croutons|roti|chapati|chapatti|paratha|naan|kulcha|puri|poori|bhatura|pita|tortilla wrap|flour tortilla|wrap|bagel|baguette|brioche|croissant|focaccia|ciabatta|pizza|pasta|spaghetti|macaroni|penne|fusilli|lasagna|lasagne|linguine|tagliatelle|ravioli|gnocchi|orzo|vermicelli|noodle|noodles|udon|ramen|somen|egg noodle|filo|phyllo|puff pastry|pastry|pie crust|cake|cookie|biscuit|cracker|pretzel|waffle|pancake|crepe|dumpling|gyoza|wonton|samosa|tempura|batter|beer|ale|lager|soy sauce|shoyu|teriyaki|hoisin|worcestershire|trigo|harina|cebada|centeno|avena|espelta|semola|pan|pan rallado|fideos|galleta|galletas|bizcocho|empanada|cerveza|malta|ble|froment|farine|orge|seigle|avoine|epeautre|semoule|boulgour|pain|chapelure|pates|biscotte|gateau|biere|weizen|mehl|gerste|roggen|hafer|dinkel|grunkern|griess|grieß|brot|brotchen|semmel|semmelbrosel|paniermehl|nudeln|nudel|spatzle|knodel|kuchen|keks|bier|graupen|小麦|グルテン|大麦|ライ麦|麦|パン|パン粉|うどん|ラーメン|そうめん|素麺|パスタ|スパゲッティ|マカロニ|餃子|ぎょうざ|天ぷら|てんぷら|醤油|しょうゆ|麩|セイタン|クスクス|ビール|ケーキ|クッキー|ビスケット|オートミール|オーツ麦|cuscus|cuscuz|pasta brick|brick pastry|pate feuilletee|pate brisee|pate sablee|pate a pizza|pate a pain|blatterteig|murbeteig|hefeteig|pizzateig|pizzaboden|hojaldre|masa de pizza|masa quebrada|fregola|orzotto|maultaschen|schupfnudeln|zwieback|knackebrot|laugen|filoteig|yufka|fladenbrot|tarhana|薄力粉|強力粉|中力粉|天ぷら粉|お好み焼き粉|ホットケーキミックス|パイ生地|ピザ生地|春巻きの皮|ワンタン|中華麺|そば切り|ふすま|押麦|もち麦|焼きそば|ちゃんぽん|プレーンナン|チーズナン|ベーグル|クロワッサン|フィロ|お麩|車麩|カレールー|シチューの素|kecap manis|ponzu|worcestersauce|kritharaki|tsampa|laulau|matzo|matzah|matzemehl|challah|lavash|lavosh|barbari|injera mit weizen|soba|そば`,
    without: `gluten free|gluten-free|sin gluten|sans gluten|glutenfrei|グルテンフリー|rice flour|corn flour|cornflour|almond flour|coconut flour|chickpea flour|gram flour|besan|buckwheat flour|buckwheat|tapioca flour|potato flour|soy flour|quinoa flour|millet flour|sorghum flour|ragi flour|bajra flour|jowar flour|amaranth flour|lentil flour|rice noodle|rice noodles|glass noodle|glass noodles|soba noodle 100|rice pasta|corn pasta|lentil pasta|chickpea pasta|corn tortilla|rice cake|rice cakes|rice vermicelli|rice cracker|tamari|gluten-free soy sauce|harina de arroz|harina de maiz|harina de almendra|harina de garbanzo|harina de coco|harina de trigo sarraceno|trigo sarraceno|fideos de arroz|tortilla de maiz|farine de riz|farine de mais|farine d'amande|farine de pois chiche|farine de sarrasin|farine de coco|ble noir|vermicelles de riz|nouilles de riz|reismehl|maismehl|mandelmehl|kichererbsenmehl|buchweizenmehl|buchweizen|kokosmehl|kartoffelmehl|reisnudeln|glasnudeln|reiswaffel|米粉|そば粉|コーンスターチ|ビーフン|春雨|フライパン|maisgriess|maisgries|reisgriess|semola de maiz|semoule de mais|galette de riz|galettes de riz|papel de arroz|galletas de arroz|tortillas de maiz|tortillas de mais|corn tortillas|rice paper|reispapier|maistortilla|maistortillas|pain de mais|ライスペーパー|米麺|十割そば粉|麦茶|十割そば|そば茶|soba 100`,
    freeOf: `gluten free|gluten-free|free of gluten|sin gluten|sans gluten|glutenfrei|glutenfreies|glutenfreie|glutenfreier|senza glutine|グルテンフリー`,
  },
  {
    id: 'egg',
    names: `egg|eggs|huevo|huevos|oeuf|oeufs|œuf|œufs|ei|eier|huhnerei|卵|たまご|玉子|鶏卵`,
    foods: `egg|eggs|egg white|egg yolk|albumin|albumen|ovalbumin|ovomucoid|lysozyme|omelet|omelette|frittata|quiche|meringue|mayonnaise|mayo|aioli|hollandaise|bearnaise|custard|eggnog|souffle|tortilla espanola|brioche|marshmallow|pavlova|tiramisu|carbonara|egg noodle|surimi|huevo|huevos|clara de huevo|yema|mayonesa|merengue|flan|alioli|oeuf|oeufs|œuf|œufs|blanc d'oeuf|jaune d'oeuf|ei|eier|eiweiss|eiweiß|eigelb|eidotter|ruhrei|spiegelei|baiser|vollei|eiernudeln|卵|たまご|タマゴ|玉子|卵白|卵黄|マヨネーズ|メレンゲ|オムレツ|カスタード|茶碗蒸し|プリン|アルブミン|eischnee|eiklar|clara batida|claras|clara montada|blanc en neige|blancs en neige|blancs d'oeufs|jaunes d'oeufs|tortilla francesa|genoise|biscuit roule|sabayon|zabaione|zabaglione|advocaat|eierlikor|creme brulee|creme anglaise|creme patissiere|crema pastelera|huevas de gallina|tempura batter|toad in the hole|profiterole|pate a choux|brandteig|macaron|macarons|nougatine|remoulade|remouladensosse|tartar sauce|salsa tartara|sauce tartare|gribiche|温泉卵|錦糸|目玉焼き|だし巻き|カルボナーラ|タルタルソース|マカロン|シュー生地`,
    without: `eggplant|egg free|egg-free|vegan egg|egg replacer|egg substitute vegan|vegan mayonnaise|vegan mayo|veganaise|eggfruit|sin huevo|sans oeuf|ohne ei|卵不使用|eierschwammerl|eierpflanze|プリンス`,
    freeOf: `egg free|egg-free|without egg|without eggs|sin huevo|sans oeuf|sans oeufs|ohne ei|eifrei|卵不使用`,
  },
  {
    id: 'peanut',
    names: `peanut|peanuts|groundnut|groundnuts|cacahuete|cacahuetes|mani|cacahuate|arachide|arachides|cacahouete|erdnuss|erdnusse|ピーナッツ|ピーナツ|落花生`,
    foods: `peanut|peanuts|groundnut|groundnuts|monkey nut|arachis|satay|cacahuete|cacahuetes|cacahuate|mani|arachide|arachides|cacahouete|cacahouetes|erdnuss|erdnusse|erdnuß|chikki|gado gado|kung pao|beer nuts|mixed nuts|trail mix|studentenfutter|ピーナッツ|ピーナツ|落花生|南京豆|mani tostado|crema de mani|manteca de mani|pate d'arachide|beurre de cacahuete|mafe|erdnussflips|erdnussmus|bamba|pad thai|gado-gado|satesauce|sate|ピーナッツバター|ピーナツバター|ジーマーミ`,
    without: ``,
  },
  {
    id: 'tree nuts',
    names: `nut|nuts|tree nut|tree nuts|nuez|nueces|frutos secos|frutos de cascara|noix|fruits a coque|fruit a coque|nuss|nusse|schalenfruchte|ナッツ|木の実|almond|almonds|cashew|cashews|walnut|walnuts|hazelnut|hazelnuts|pistachio|pecan|macadamia|almendra|almendras|amande|amandes|mandel|mandeln|avellana|noisette|noisettes|haselnuss|haselnusse|walnuss|anacardo|cajou|noix de cajou|アーモンド|カシューナッツ|くるみ|クルミ|ヘーゼルナッツ|ピスタチオ|pistazien|pistazie|pistaches|pistache|pistachios|pistachos|pecans|brazil nut|brazil nuts|paranuss|paranusse|pekannuss|anacardos|avellanas|マカダミア`,
    foods: `nut|nuts|nut butter|almond|almonds|marzipan|marchpane|mazapan|massepain|frangipane|amaretto|amaretti|orgeat|badam|cashew|cashews|kaju|kaju katli|walnut|walnuts|akhrot|hazelnut|hazelnuts|filbert|filberts|gianduja|nutella|praline|nougat|turron|touron|pistachio|pistachios|pista|pecan|pecans|macadamia|brazil nut|pine nut|pine nuts|pignoli|pignolia|pesto|baklava|chestnut|mixed nuts|trail mix|muesli|granola|waldorf|romesco|dukkah|almendra|almendras|nuez|nueces|avellana|avellanas|anacardo|anacardos|maranon|pistacho|pistachos|pinon|pinones|amande|amandes|noix|noisette|noisettes|cajou|pistache|pistaches|pignon|pignons|mandel|mandeln|nuss|nusse|haselnuss|haselnusse|walnuss|walnusse|cashewkerne|pistazie|pistazien|pinienkerne|pekannuss|krokant|studentenfutter|ナッツ|アーモンド|カシュー|くるみ|クルミ|胡桃|ヘーゼルナッツ|ピスタチオ|マカダミア|ペカン|松の実|マジパン|プラリネ|pralin|nougatine|pate d'amande|pate d'amandes|poudre d'amande|poudre d'amandes|amandine|amandines|financier|dacquoise|macaron|macarons|calisson|calissons|cerneaux|noix de pecan|noix du bresil|pate a tartiner|nussmus|mandelmus|nusscreme|nusskrokant|bethmannchen|lebkuchen|paranuss|paranusse|cashewmus|butternusse|horchata de almendra|ajoblanco|polvorones|tejas de almendra|crema de avellanas|pasta de almendra|almond flour|almond meal|nut milk|cashew cream|almond butter|almond milk|mandelmilch|leche de almendra|leche de almendras|lait d'amande|アーモンドミルク|ナッツミルク|マロン|栗`,
    without: `nutmeg|coconut|coconuts|doughnut|donut|butternut|water chestnut|water chestnuts|tiger nut|peanut|peanuts|groundnut|nutritional|nutrition|nut free|nut-free|nuez moscada|noix de muscade|noix de coco|noix de saint-jacques|muskatnuss|kokosnuss|erdnuss|erdnusse|nussfrei|ココナッツ|ナツメグ|ピーナッツ|ドーナッツ|butternuss|erdnussbutter|erdnussmus|elisen|noix de jambon|noix de boeuf|noix de veau|noix de porc|tigernuss|erdmandel`,
  },
  {
    id: 'soy',
    names: `soy|soya|soybean|soybeans|soja|sojabohne|sojabohnen|大豆|ダイズ|ソイ`,
    foods: `soy|soya|soybean|soybeans|soymilk|edamame|tofu|tempeh|miso|natto|okara|yuba|tamari|shoyu|soy sauce|teriyaki|hoisin|textured vegetable protein|tvp|lecithin|soja|lecitina|lecithine|sojabohne|sojasauce|salsa de soja|sauce soja|sojamehl|koji|kinako|abura-age|aburaage|大豆|豆腐|とうふ|味噌|みそ|醤油|しょうゆ|納豆|枝豆|豆乳|湯葉|きな粉|油揚げ|厚揚げ|おから|ソイ|teriyakisauce|ponzu|gochujang|doenjang|doubanjiang|sojaschnetzel|sojagranulat|sojaflocken|sojadrink|soja texturizada|proteines de soja|lait de soja|tonyu|atsuage|koya tofu|高野豆腐|がんもどき|テンペ|ポン酢|豆板醤|コチュジャン|甜麺醤|大豆ミート|厚あげ|もろみ`,
    without: `soy free|soy-free|sunflower lecithin|coconut aminos|sin soja|sans soja|sojafrei|コーン味噌`,
  },
  {
    id: 'fish',
    names: `fish|pescado|pez|poisson|poissons|fisch|魚|さかな|seafood|salmon|tuna|cod|mackerel|atun|bacalao|saumon|thon|lachs|thunfisch|鮭|さけ|サケ|さば|サバ|鯖|まぐろ|いくら`,
    foods: `fish|salmon|tuna|cod|haddock|pollock|hake|halibut|tilapia|trout|mackerel|sardine|sardines|anchovy|anchovies|herring|kipper|bass|sea bream|snapper|sole|plaice|turbot|monkfish|swordfish|mahi|catfish|carp|pike|perch|eel|caviar|roe|surimi|fish sauce|worcestershire|caesar dressing|caesar salad|bouillabaisse|dashi|bonito|katsuobushi|nam pla|garum|rohu|hilsa|pomfret|surmai|basa|pangasius|cod liver oil|omega-3 fish oil|isinglass|pescado|atun|bacalao|merluza|lubina|dorada|trucha|caballa|sardina|sardinas|anchoa|anchoas|boqueron|boquerones|arenque|lenguado|poisson|saumon|thon|cabillaud|morue|colin|merlu|truite|maquereau|anchois|hareng|dorade|bar|fisch|lachs|thunfisch|kabeljau|dorsch|forelle|makrele|hering|sardelle|sardellen|seelachs|zander|karpfen|aal|scholle|fischsauce|魚|鮭|サーモン|さけ|鮪|まぐろ|マグロ|ツナ|鱈|たら|タラ|鯖|さば|サバ|鰯|いわし|イワシ|鯛|たい|かつお|鰹|かつお節|出汁|だし|ちりめん|しらす|うなぎ|アンチョビ|かまぼこ|ちくわ|はんぺん|いくら|たらこ|明太子|ナンプラー|matjes|rollmops|bismarckhering|bratheringe|bucklinge|buckling|sprotte|sprotten|graved|gravlax|lox|kaviar|fischstabchen|heilbutt|rotbarsch|pangasiusfilet|viktoriabarsch|nuoc-mam|nuoc mam|nuoc cham|tarama|taramosalata|brandade|anchoiade|tapenade|bagna cauda|puttanesca|oeufs de lump|poutargue|bottarga|botarga|huevas|mojama|melva|fletan|filet de lieu|lieu noir|eglefin|raie|rouget|queue de lotte|filet de lotte|medaillons de lotte|anguille|esturgeon|filet de brochet|sandre|silure|fumet|rouille|worcestershiresauce|worcestersauce|nampla|pla ra|bagoong|ikan bilis|furikake|hondashi|narutomaki|kamaboko|chikuwa|ikura|mentaiko|tarako|unagi|anago|saba|sake lachs|oily fish|whitefish|white fish|gefilte|gelatine de poisson|煮干し|ほんだし|さつま揚げ|なると|じゃこ|しゃけ|ぶり|さんま|鯵|アジフライ|ししゃも|数の子|キャビア|かにかま|カニカマ|魚介|いりこ`,
    without: `fish free|fish-free|vegan fish sauce|shellfish|crayfish|cuttlefish|kombu dashi|kombu-dashi|昆布だし|昆布出汁|しいたけだし|bar of|barley|chocolate bar|snack bar|granola bar|たいやき`,
  },
  {
    id: 'crustaceans',
    names: `crustacean|crustaceans|shellfish|shrimp|prawn|crab|lobster|marisco|mariscos|crustaceo|crustaceos|gamba|gambas|camaron|crustace|crustaces|fruits de mer|crevette|crevettes|krebstiere|schalentiere|garnele|garnelen|meeresfruchte|甲殻類|えび|エビ|海老|かに|カニ|蟹|krustentiere|seafood|shrimps|prawns|camarones|cangrejo|crabe|homard|krabbe|krabben|hummer`,
    foods: `crustacean|crustaceans|shellfish|shrimp|shrimps|prawn|prawns|crab|lobster|crayfish|crawfish|langoustine|scampi|krill|shrimp paste|belacan|prawn cracker|seafood|marisco|mariscos|gamba|gambas|camaron|camarones|langostino|langostinos|cangrejo|langosta|bogavante|cigala|crevette|crevettes|crabe|homard|langouste|ecrevisse|fruits de mer|bisque|garnele|garnelen|krabbe|krabben|hummer|languste|krebs|meeresfruchte|surimi|paella|bouillabaisse|jambalaya|gumbo|えび|エビ|海老|かに|カニ|蟹|ロブスター|シュリンプ|桜えび|シーフード|nordseekrabben|flusskrebs|flusskrebse|langusten|scampis|etrille|tourteau|araignee de mer|quisquillas|carabinero|carabineros|nécora|necora|centollo|buey de mar|percebes|gambon|gambones|krabbenfleisch|crab stick|crabstick|surimistabchen|bisque de homard|ebi|amaebi|kani|かに入り|むきえび|むきエビ|甘えび|干しエビ|えびせん|オキアミ|シャコ`,
    without: `シュリンプフリー|海老芋|えび芋`,
  },
  {
    id: 'molluscs',
    names: `mollusc|molluscs|mollusk|mollusks|shellfish|clam|oyster|mussel|squid|molusco|moluscos|marisco|mariscos|mollusque|mollusques|fruits de mer|weichtiere|muschel|muscheln|schalentiere|meeresfruchte|軟体動物|貝|いか|イカ|たこ|タコ|seafood|mussels|oysters|clams|mejillones|moules|huitres|austern|あわび|ほたて|牡蠣`,
    foods: `mollusc|mollusk|clam|clams|oyster|oysters|oyster sauce|mussel|mussels|scallop|scallops|squid|calamari|cuttlefish|octopus|snail|snails|escargot|abalone|cockle|whelk|seafood|almeja|almejas|ostra|ostras|mejillon|mejillones|vieira|vieiras|calamar|calamares|sepia|pulpo|caracol|palourde|palourdes|huitre|huitres|moule|moules|saint-jacques|coquille|seiche|poulpe|bulot|fruits de mer|muschel|muscheln|auster|austern|miesmuschel|jakobsmuschel|tintenfisch|kalmar|oktopus|schnecke|meeresfruchte|paella|bouillabaisse|貝|あさり|アサリ|はまぐり|しじみ|牡蠣|かき|ホタテ|帆立|ムール貝|いか|イカ|烏賊|たこ|タコ|蛸|オイスターソース|シーフード|encornet|encornets|chipiron|chipirones|bigorneau|bigorneaux|petoncle|petoncles|praires|navaja|navajas|berberecho|berberechos|coquina|coquinas|chocos|sepie|puntillas|zamburinas|escargots|calamaretti|venusmuschel|venusmuscheln|herzmuschel|herzmuscheln|jakobsmuscheln|vongole|cozze|geoduck|limpet|winkle|cuttlefish ink|squid ink|tinta de calamar|encre de seiche|アワビ|サザエ|つぶ貝|ほたて|ヤリイカ|ホタルイカ|たこ焼き|するめ`,
    without: `muschelnudeln|たこ焼きソース不使用`,
  },
  {
    id: 'sesame',
    names: `sesame|sesamo|ajonjoli|sesam|ごま|ゴマ|胡麻|til`,
    foods: `sesame|tahini|tahina|tehina|halva|halvah|halwa|hummus|houmous|humus|baba ganoush|baba ghanoush|gomasio|gomashio|zaatar|za'atar|dukkah|benne|gingelly|til|sesamo|ajonjoli|sesam|furikake|ごま|ゴマ|胡麻|タヒニ|フムス|ふりかけ|tahin|tahine|puree de sesame|simit|tahinpaste|halvas|halawa|barazek|練りごま|すりごま|黒ごま|白ごま|担々`,
    without: `sesame free|sesame-free|ごまかし`,
  },
  {
    id: 'mustard',
    names: `mustard|mostaza|moutarde|senf|からし|マスタード|カラシ|辛子`,
    foods: `mustard|dijon|rai|sarson|piccalilli|mostaza|moutarde|senf|vinaigrette|honey mustard|remoulade|からし|カラシ|辛子|マスタード|芥子|gribiche|sauce gribiche|honigsenf|senfkorner|senfsaat|gurkenrelish|mostarda|mostaza antigua|savora|ravigote|kasundi|からし菜|粒マスタード`,
    without: `mustard free|meerrettich`,
  },
  {
    id: 'celery',
    names: `celery|celeriac|apio|celeri|sellerie|セロリ`,
    foods: `celery|celeriac|celery salt|celery seed|apio|celeri|sellerie|knollensellerie|mirepoix|soffritto|vegetable broth|vegetable stock|bouillon|suppengrun|gemusebruhe|waldorf|セロリ|bouquet garni|gemusefond|staudensellerie|stangensellerie|caldo de verduras|caldo vegetal|bouillon de legumes|fond de legumes|celery root|apionabo|jugo maggi|コンソメ|ブイヨン`,
    without: `celery free`,
  },
  {
    id: 'lupin',
    names: `lupin|lupine|altramuz|altramuces|lupinen|ルピナス|ルピン`,
    foods: `lupin|lupine|lupini|altramuz|altramuces|lupinen|lupinenmehl|ルピナス|ルピン|lupinenschrot|susslupine|lupinensamen|chocho|tarwi|graine de lupin|farine de lupin`,
    without: ``,
  },
  {
    id: 'sulphites',
    names: `sulphite|sulphites|sulfite|sulfites|sulfur dioxide|sulfito|sulfitos|sulfites|sulfit|sulfite|schwefeldioxid|亜硫酸塩`,
    foods: `sulphite|sulphites|sulfite|sulfites|metabisulfite|metabisulphite|sulphur dioxide|sulfur dioxide|e220|e221|e222|e223|e224|e226|e227|e228|wine|dried apricot|dried apricots|dried fruit|sultana|sultanas|vino|sulfito|sulfitos|vin|wein|sulfit|schwefeldioxid|亜硫酸塩|ワイン`,
    without: `unsulphured|unsulfured|vinegar|wineberry`,
  },
  {
    id: 'corn',
    names: `corn|maize|maiz|mais|とうもろこし|トウモロコシ|コーン`,
    foods: `corn|maize|cornmeal|cornflour|cornstarch|corn syrup|polenta|grits|hominy|masa|popcorn|tortilla chips|nachos|maiz|maicena|mais|maisstarke|maismehl|makki|fructose syrup|dextrose|とうもろこし|トウモロコシ|コーン|コーンスターチ|ポップコーン`,
    without: `peppercorn|corned beef`,
  },
  {
    id: 'buckwheat',
    names: `buckwheat|trigo sarraceno|alforfon|sarrasin|ble noir|buchweizen|そば|ソバ|蕎麦`,
    foods: `buckwheat|kasha|soba|trigo sarraceno|alforfon|sarrasin|ble noir|galette bretonne|galettes bretonnes|buchweizen|blini|blinis|pizzoccheri|kuttu|そば|ソバ|蕎麦|韃靼そば`,
    without: `中華そば|焼きそば|油そば|そばかす`,
  },
  {
    id: 'kiwi',
    names: `kiwi|kiwis|kiwifruit|キウイ|キウイフルーツ`,
    foods: `kiwi|kiwis|kiwifruit|キウイ`,
    without: ``,
  },
  {
    id: 'banana',
    names: `banana|bananas|platano|platanos|banane|bananen|バナナ`,
    foods: `banana|bananas|plantain|plantains|platano|platanos|banane|bananen|バナナ`,
    without: ``,
  },
  {
    id: 'peach',
    names: `peach|peaches|melocoton|durazno|peche|peches|pfirsich|pfirsiche|もも|桃`,
    foods: `peach|peaches|nectarine|nectarines|melocoton|durazno|peche|peches|brugnon|pfirsich|pfirsiche|nektarine|白桃|黄桃|桃`,
    without: `胡桃|桃色`,
  },
  {
    id: 'apple',
    names: `apple|apples|manzana|manzanas|pomme|pommes|apfel|りんご|リンゴ|林檎`,
    foods: `apple|apples|applesauce|cider|manzana|manzanas|sidra|pomme|pommes|cidre|apfel|りんご|リンゴ|林檎`,
    without: `pineapple|apple banana|pomme de terre|pommes de terre|pommes frites|pommes dauphine|erdapfel|granatapfel`,
  },
  {
    id: 'citrus',
    names: `citrus|orange|oranges|lemon|lemons|citricos|naranja|limon|agrumes|citron|zitrusfruchte|zitrone|zitronen|orangen|柑橘|オレンジ|レモン`,
    foods: `citrus|orange|oranges|lemon|lemons|lime|limes|grapefruit|mandarin|tangerine|clementine|pomelo|yuzu|naranja|naranjas|limon|limones|lima|limas|mandarina|toronja|pomelo|citron|citrons|pamplemousse|mandarine|zitrone|zitronen|limette|orangen|ponzu|marmalade|柑橘|オレンジ|レモン|みかん|ゆず|柚子|すだち|かぼす|グレープフルーツ|ポン酢`,
    without: `lima bean|lima beans|lemongrass|lemon grass|limande`,
  },
  {
    id: 'strawberry',
    names: `strawberry|strawberries|fresa|fresas|fraise|fraises|erdbeere|erdbeeren|いちご|イチゴ|苺`,
    foods: `strawberry|strawberries|fresa|fresas|fraise|fraises|erdbeere|erdbeeren|いちご|イチゴ|苺`,
    without: ``,
  },
  {
    id: 'tomato',
    names: `tomato|tomatoes|tomate|tomates|tomaten|jitomate|トマト`,
    foods: `tomato|tomatoes|tomate|tomates|tomaten|jitomate|ketchup|catsup|marinara|passata|bolognese|salsa roja|gazpacho|ratatouille|shakshuka|トマト|ケチャップ|ミートソース`,
    without: ``,
  },
  {
    id: 'gelatine',
    names: `gelatine|gelatin|gelatina|gelatine animale|ゼラチン`,
    foods: `gelatin|gelatine|gelatina|gummy bears|marshmallow|marshmallows|gummibarchen|aspic|aspik|jello|ゼラチン|マシュマロ|グミ`,
    without: `vegan gelatine|agar`,
  },
  {
    id: 'beef',
    names: `beef|ternera|carne de res|boeuf|rindfleisch|rind|牛肉`,
    foods: `beef|veal|steak|oxtail|carne de res|ternera|vacuno|boeuf|veau|rindfleisch|rinderhack|rinderbruhe|kalbfleisch|tafelspitz|corned beef|pastrami|牛肉|牛すじ|ビーフ`,
    without: `beefsteak tomato`,
  },
  {
    id: 'pork',
    names: `pork|cerdo|porc|schweinefleisch|schwein|豚肉`,
    foods: `pork|bacon|ham|lard|prosciutto|pancetta|guanciale|salami|chorizo|pepperoni|cerdo|tocino|jamon|manteca de cerdo|porc|jambon|lardon|lardons|saindoux|schweinefleisch|schweinefilet|schinken|speck|豚肉|ベーコン|ハム|ラード|チャーシュー`,
    without: `turkey ham|turkey bacon|hamburger|graham`,
  },
  {
    id: 'chicken',
    names: `chicken|pollo|poulet|huhn|hahnchen|geflugel|poultry|鶏肉`,
    foods: `chicken|poultry|pollo|poulet|volaille|huhn|huhner|hahnchen|geflugel|suppenhuhn|鶏肉|鶏もも|鶏むね|ささみ|チキン|鶏ガラ`,
    without: `chickenless`,
  },
  {
    id: 'yam',
    names: `yam|yams|igname|yamswurzel|やまいも|山芋|長芋`,
    foods: `yam|yams|igname|yamswurzel|やまいも|山芋|長芋|とろろ|自然薯`,
    without: ``,
  },
]
