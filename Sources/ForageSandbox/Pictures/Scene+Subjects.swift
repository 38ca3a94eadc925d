/// What the scenes show, for each category of the catalogue.
extension Scene {
    mutating func draw(_ subject: String) {
        switch subject {
        case "bird": drawBird()
        case "mammal": drawMammal()
        case "sea animal": drawFish()
        case "tree": drawTrees()
        case "flower": drawFlowers()
        case "landmark": drawLighthouse()
        case "landscape": drawMountains()
        case "vehicle": drawSailboat()
        default: drawStillLife()
        }
    }

    private mutating func drawBird() {
        let tones = background(from: [[208, 222, 190], [196, 214, 226], [232, 214, 186], [70, 84, 110]])
        for _ in 0..<14 { disc(part(0...100) * width, part(0...100), part(10...34), tones.blur) }
        let (x, y, size) = (width * part(38...62), part(46...54), part(38...50))
        let coat = tone(
            pick([[150, 112, 74], [224, 220, 210], [120, 128, 140], [172, 96, 60], [92, 104, 128]]))
        let wing = shaded(coat, by: -46)
        let (belly, dark, light) = (
            tone([236, 228, 210], [204, 190, 166]), tone([28, 24, 24]), tone([246, 214, 92])
        )
        let beak = tone([232, 168, 62], [190, 120, 40])
        bar(-0.1, y + size * 0.62, width + 0.1, y + size * 0.56, 0.05, tone([104, 80, 62], [58, 44, 36]))
        trapezoid(
            y + size * 0.3, x + size * 0.2, size * 0.1, y + size * 0.95, x + size * 0.3, size * 0.08, wing)
        oval(x, y + size * 0.16, size * 0.7, size, coat)
        oval(x - size * 0.04, y + size * 0.28, size * 0.44, size * 0.66, belly)
        oval(x + size * 0.26, y + size * 0.2, size * 0.28, size * 0.72, wing)
        oval(x, y - size * 0.3, size * 0.62, size * 0.52, coat)
        for side in [-1.0, 1] {
            let eye = x + side * size * 0.14
            trapezoid(
                y - size * 0.62, x + side * size * 0.25, 0, y - size * 0.42, x + side * size * 0.2,
                size * 0.08, coat)
            disc(eye, y - size * 0.32, size * 0.24, belly)
            disc(eye, y - size * 0.32, size * 0.15, light)
            disc(eye, y - size * 0.32, size * 0.08, dark)
        }
        trapezoid(y - size * 0.27, x, size * 0.06, y - size * 0.13, x, 0, beak)
    }

    private mutating func drawMammal() {
        let tones = background(from: [[222, 206, 168], [190, 206, 214], [206, 190, 204]])
        for _ in 0..<8 { disc(part(0...100) * width, part(5...60), part(12...40), tones.blur) }
        add(
            .trapezoid(
                top: 0.74, x: width / 2, half: width, bottom: 1, bottomX: width / 2, bottomHalf: width),
            tones.ground)
        let (x, size) = (width * part(40...60), part(46...56))
        let coat = tone(pick([[206, 112, 52], [124, 92, 66], [150, 142, 134], [182, 150, 112]]))
        let (dark, pale) = (shaded(coat, by: -64), tone([240, 230, 216], [216, 198, 178]))
        let y = 0.8 - size
        oval(x + size * 0.5, 0.76, size * 0.75, size * 0.2, coat)
        oval(x + size * 0.78, 0.76, size * 0.2, size * 0.14, pale)
        oval(x, y + size * 0.72, size * 0.66, size * 0.76, coat)
        oval(x, y + size * 0.76, size * 0.3, size * 0.6, pale)
        for side in [-1.0, 1] {
            let ear = x + side * size * 0.22
            trapezoid(y - size * 0.14, ear + side * size * 0.06, 0, y + size * 0.2, ear, size * 0.13, coat)
            trapezoid(y - size * 0.05, ear + side * size * 0.045, 0, y + size * 0.18, ear, size * 0.07, dark)
        }
        oval(x, y + size * 0.28, size * 0.64, size * 0.5, coat)
        trapezoid(y + size * 0.26, x, size * 0.28, y + size * 0.58, x, size * 0.05, pale)
        for side in [-1.0, 1] {
            oval(x + side * size * 0.13, y + size * 0.24, size * 0.06, size * 0.08, dark)
        }
        oval(x, y + size * 0.55, size * 0.09, size * 0.07, dark)
        grass(from: 0.78, tones.ground)
    }

    private mutating func drawFish() {
        fill(tone(pick([[92, 178, 200], [70, 140, 190], [96, 190, 176]]), [10, 38, 74]))
        let ray = tone([130, 202, 212], [18, 52, 90])
        for _ in 0..<3 {
            let x = part(0...100) * width
            trapezoid(0, x, 0.03, 0.8, x + part(-30...30), 0.12, ray)
        }
        let sand = tone([182, 164, 124], [96, 84, 70])
        oval(width * part(20...80), 1.04, width * 1.6, 0.34, sand)
        let weed = tone([66, 142, 92], [18, 70, 58])
        for _ in 0..<9 {
            let x = part(0...100) * width
            trapezoid(part(55...80), x + part(-8...8), 0, 1, x, 0.025, weed)
        }
        let colours = [[240, 150, 60], [236, 208, 92], [208, 90, 96], [186, 206, 226], [150, 110, 190]]
        let skins = (0..<2).map { _ in tone(pick(colours)) }
        let (fins, stripes) = (skins.map { shaded($0, by: -40) }, skins.map { shaded($0, by: 50) })
        for count in 0..<number(in: 4...7) {
            let (x, y) = (part(12...88) * width, part(14...74))
            let size = count == 0 ? 0.42 : part(12...24)
            let kind = min(count, 1)
            let side = number(in: 0...1) == 0 ? -1.0 : 1
            for fin in [-1.0, 1] {
                oval(x + side * size * 0.52, y + fin * size * 0.12, size * 0.22, size * 0.2, fins[kind])
            }
            oval(x, y, size, size * 0.5, skins[kind])
            oval(x - side * size * 0.02, y, size * 0.1, size * 0.44, stripes[kind])
            disc(x - side * size * 0.32, y - size * 0.06, size * 0.09, sand)
            disc(x - side * size * 0.33, y - size * 0.06, size * 0.05, weed)
            disc(x - side * size * 0.6, y - size * 0.3, size * 0.06, ray)
        }
    }

    private mutating func drawTrees() {
        let tones = background(from: [[240, 214, 180], [184, 214, 236], [214, 220, 224], [246, 190, 150]])
        ridge(0.52, 0.2, tones.far)
        ridge(0.64, 0.14, tones.near)
        add(
            .trapezoid(
                top: 0.74, x: width / 2, half: width, bottom: 1, bottomX: width / 2, bottomHalf: width),
            tones.ground)
        conifers(9, at: 0.76, height: 0.22, shaded(tones.near, by: -24))
        let (x, trunk) = (width * part(35...65), tone([110, 82, 60], [54, 40, 34]))
        trapezoid(0.4, x, 0.03, 0.9, x, 0.06, trunk)
        bar(x, 0.62, x + 0.2, 0.44, 0.03, trunk)
        bar(x - 0.2, 0.46, x, 0.64, 0.03, trunk)
        let leaves = tone(
            pick([[112, 168, 78], [224, 150, 56], [206, 92, 60], [240, 190, 204]]), [40, 84, 52])
        let (back, front) = (shaded(leaves, by: -34), shaded(leaves, by: 26))
        for crown in [back, leaves, front] {
            for _ in 0..<9 { disc(x + part(-27...27), part(16...50), part(14...24), crown) }
        }
        grass(from: 0.9, tones.ground)
    }

    private mutating func drawFlowers() {
        let tones = background(from: [[168, 206, 168], [190, 214, 240], [232, 220, 236], [250, 226, 190]])
        for _ in 0..<12 { disc(part(0...100) * width, part(20...100), part(10...30), tones.blur) }
        let (stem, heart) = (tone([96, 156, 76], [34, 78, 44]), tone([248, 206, 84], [178, 120, 40]))
        let petal = tone(
            pick([[226, 66, 62], [244, 240, 236], [150, 96, 206], [246, 176, 66], [236, 130, 176]]))
        let shadow = shaded(petal, by: -44)
        let count = number(in: 3...5)
        for place in 0..<count {
            let x = width * (Double(place) + part(25...75)) / Double(count)
            let (y, size) = (part(24...58), part(22...38))
            trapezoid(y, x, 0.008, 1.1, x + part(-12...12), 0.014, stem)
            oval(x + 0.09, part(72...86), 0.18, 0.06, stem)
            for (dx, dy) in [(0.0, -1.0), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)] {
                disc(x + dx * size * 0.3, y + dy * size * 0.3, size * 0.46, dy > 0 ? shadow : petal)
            }
            disc(x, y, size * 0.34, heart)
        }
        grass(from: 0.94, stem)
    }

    private mutating func drawLighthouse() {
        let tones = background(from: [[250, 196, 150], [176, 210, 238], [54, 62, 104], [220, 206, 222]])
        disc(width * part(10...90), part(14...30), part(10...16), tones.sun)
        ridge(0.62, 0.1, tones.far)
        sea(from: 0.64)
        let x = width * part(30...70)
        let (rock, wall, red) = (
            tone([112, 100, 94], [44, 40, 46]), tone([248, 244, 236], [190, 184, 184]),
            tone(pick([[196, 58, 50], [44, 86, 130], [60, 60, 68]]))
        )
        oval(x, 0.92, 0.9, 0.42, rock)
        oval(x + 0.3, 0.96, 0.7, 0.28, shaded(rock, by: -18))
        trapezoid(0.28, x, 0.045, 0.76, x, 0.075, wall)
        trapezoid(0.38, x, 0.051, 0.48, x, 0.057, red)
        trapezoid(0.58, x, 0.064, 0.68, x, 0.070, red)
        trapezoid(0.26, x, 0.07, 0.285, x, 0.07, rock)
        trapezoid(0.19, x, 0.035, 0.26, x, 0.035, tones.sun)
        trapezoid(0.13, x, 0, 0.19, x, 0.05, red)
        trapezoid(0.64, x + 0.2, 0, 0.7, x + 0.2, 0.11, red)
        trapezoid(0.7, x + 0.2, 0.09, 0.79, x + 0.2, 0.09, wall)
        trapezoid(0.72, x + 0.2, 0.016, 0.76, x + 0.2, 0.016, tones.sun)
    }

    private mutating func drawMountains() {
        let tones = background(from: [[248, 200, 168], [170, 206, 236], [206, 190, 222], [44, 52, 92]])
        disc(width * part(10...90), part(12...34), part(8...14), tones.sun)
        ridge(0.44, 0.3, tones.far)
        ridge(0.54, 0.22, shaded(tones.far, by: -26))
        ridge(0.62, 0.16, tones.near)
        sea(from: 0.66)
        let shore = shaded(tones.near, by: -40)
        oval(width * part(0...20), 1.02, width * 1.1, 0.4, shore)
        oval(width * part(80...100), 1.04, width, 0.3, shaded(shore, by: -14))
        conifers(6, at: 0.92, height: 0.4, shaded(shore, by: -20))
    }

    private mutating func drawSailboat() {
        let tones = background(from: [[252, 206, 150], [168, 212, 242], [226, 196, 214]])
        disc(width * part(15...85), part(20...46), part(10...18), tones.sun)
        for _ in 0..<5 { oval(part(0...100) * width, part(10...34), part(24...60), part(3...7), tones.blur) }
        ridge(0.6, 0.12, tones.far)
        sea(from: 0.62)
        let (x, hull) = (
            width * part(36...64),
            tone(pick([[170, 52, 46], [40, 70, 110], [240, 236, 228]]), [50, 34, 40])
        )
        let sail = tone([252, 248, 240], [214, 204, 196])
        trapezoid(0.16, x, 0.006, 0.76, x, 0.008, shaded(hull, by: -30))
        trapezoid(0.2, x + 0.02, 0.005, 0.68, x + 0.15, 0.13, sail)
        trapezoid(0.26, x - 0.015, 0.003, 0.68, x - 0.1, 0.08, shaded(sail, by: -26))
        trapezoid(0.72, x, 0.3, 0.84, x - 0.01, 0.2, hull)
        trapezoid(0.72, x, 0.3, 0.74, x, 0.29, sail)
        oval(x, 0.88, 0.6, 0.04, tones.blur)
    }

    private mutating func drawStillLife() {
        fill(
            tone(
                pick([[206, 196, 178], [150, 164, 160], [196, 168, 150], [96, 104, 120]]), [120, 104, 94]))
        let light = tone([250, 240, 214], [216, 196, 168])
        let window = width * part(12...80)
        for pane in 0..<4 {
            let (x, y) = (window + Double(pane % 2) * 0.2, 0.1 + Double(pane / 2) * 0.24)
            trapezoid(y, x, 0.09, y + 0.21, x, 0.09, light)
        }
        let table = tone([160, 112, 74], [74, 48, 34])
        trapezoid(0.7, width / 2, width, 1, width / 2, width, table)
        let x = width * part(34...66)
        let (clay, leaf) = (
            tone(pick([[62, 108, 140], [196, 106, 70], [226, 220, 206], [92, 122, 84]]), [40, 48, 58]),
            tone([108, 152, 88], [46, 84, 58])
        )
        let shadow = shaded(table, by: -30)
        oval(x, 0.83, 0.52, 0.08, shadow)
        for reach in [-0.2, -0.09, 0.04, 0.16] {
            bar(x, 0.46, x + reach, part(10...22), 0.014, leaf)
            for step in 1...3 {
                oval(x + reach * Double(step) / 3, 0.46 - 0.1 * Double(step), 0.12, 0.05, leaf)
            }
        }
        trapezoid(0.42, x, 0.07, 0.56, x, 0.06, clay)
        oval(x, 0.66, 0.32, 0.34, clay)
        oval(x - 0.07, 0.62, 0.06, 0.16, shaded(clay, by: 44))
        for _ in 0..<number(in: 2...4) {
            let (place, size) = (x + (number(in: 0...1) == 0 ? 1 : -1) * part(22...48), part(10...15))
            let skin = tone(
                pick([[222, 72, 52], [240, 176, 60], [160, 184, 70], [126, 60, 96]]), [110, 44, 40])
            oval(place, 0.85, size * 1.2, 0.03, shadow)
            disc(place, 0.85 - size * 0.45, size, skin)
            bar(place, 0.85 - size * 0.9, place + 0.01, 0.83 - size, 0.008, leaf)
        }
    }
}

/// Parts that several scenes share.
extension Scene {
    private struct BackgroundTones {
        let blur: Int
        let sun: Int
        let far: Int
        let near: Int
        let ground: Int
    }

    /// Fills the picture with a sky and returns tones that suit it.
    private mutating func background(from colours: [[Int]]) -> BackgroundTones {
        let high = pick(colours)
        let low = high.map { ($0 * 2 + 255) / 3 }
        fill(tone(high, low))
        func between(_ part: Int, _ colour: [Int]) -> [Int] {
            zip(low, colour).map { ($0 * (100 - part) + $1 * part) / 100 }
        }
        let ground = pick([[88, 110, 70], [120, 100, 72], [70, 96, 92]])
        return BackgroundTones(
            blur: tone(high.map { min(255, $0 + 22) }, low.map { $0 - 16 }),
            sun: tone([255, 244, 214], [255, 214, 150]),
            far: tone(between(45, ground), between(20, ground)),
            near: tone(between(85, ground), between(60, ground)),
            ground: tone(ground, ground.map { $0 / 2 }))
    }

    private mutating func fill(_ tone: Int) {
        trapezoid(0, width / 2, width, 1, width / 2, width, tone)
    }

    /// Adds mountains up to a height above a line.
    private mutating func ridge(_ line: Double, _ height: Double, _ tone: Int) {
        var x = -0.2
        while x < width + 0.2 {
            let peak = height * part(45...100)
            trapezoid(line - peak, x, 0.01, line + 0.2, x + part(-6...6), peak * 1.6 + 0.1, tone)
            x += part(10...26)
        }
    }

    /// Adds water down to the lower edge, with light on it.
    private mutating func sea(from line: Double) {
        let water = tone(pick([[120, 170, 190], [150, 168, 196], [92, 150, 160]]), [22, 54, 84])
        trapezoid(line, width / 2, width, 1, width / 2, width, water)
        let foam = shaded(water, by: 40)
        for _ in 0..<26 {
            let y = line + (1 - line) * part(4...96)
            oval(part(0...100) * width, y, part(8...30) * (0.4 + y - line), 0.008, foam)
        }
    }

    private mutating func conifers(_ count: Int, at line: Double, height: Double, _ tone: Int) {
        for _ in 0..<count {
            let (x, size) = (part(0...100) * width, height * part(60...100))
            for step in 0..<4 {
                let top = line - size + Double(step) * size * 0.2
                trapezoid(top, x, 0, top + size * 0.38, x, size * (0.1 + 0.04 * Double(step)), tone)
            }
        }
    }

    private mutating func grass(from line: Double, _ tone: Int) {
        let blade = shaded(tone, by: 18)
        for _ in 0..<40 {
            let x = part(0...100) * width
            trapezoid(line - part(0...10), x + part(-4...4), 0, 1.02, x, 0.012, blade)
        }
    }

    private mutating func pick(_ colours: [[Int]]) -> [Int] { colours[number(in: 0...colours.count - 1)] }

    private mutating func disc(_ x: Double, _ y: Double, _ size: Double, _ tone: Int) {
        oval(x, y, size, size, tone)
    }

    private mutating func oval(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ tone: Int) {
        add(.ellipse(x: x, y: y, width: width, height: height), tone)
    }

    private mutating func trapezoid(
        _ top: Double, _ x: Double, _ half: Double, _ bottom: Double, _ bottomX: Double, _ bottomHalf: Double,
        _ tone: Int
    ) {
        add(
            .trapezoid(top: top, x: x, half: half, bottom: bottom, bottomX: bottomX, bottomHalf: bottomHalf),
            tone)
    }

    /// Adds a straight branch between two points as a row of discs.
    private mutating func bar(
        _ x: Double, _ y: Double, _ endX: Double, _ endY: Double, _ size: Double, _ tone: Int
    ) {
        let length = ((endX - x) * (endX - x) + (endY - y) * (endY - y)).squareRoot()
        let steps = max(1, Int(length / size * 4))
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            disc(x + (endX - x) * part, y + (endY - y) * part, size, tone)
        }
    }
}
