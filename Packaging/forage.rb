# A formula for Homebrew. It has not been tried on macOS yet. A release fills in the address and the check sum.
class Forage < Formula
  desc "Search many sources of pictures and episodes at once"
  homepage "https://forage.example/"
  url "https://forage.example/releases/forage-0.9.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "chafa"
  depends_on "cmark"
  depends_on "curl"
  depends_on "libmicrohttpd"
  depends_on "libpq"
  depends_on "libxml2"
  depends_on macos: :tahoe
  depends_on "openssl@3"
  depends_on "sqlite"
  depends_on "utf8proc"
  depends_on "vips"

  def install
    ENV.append_path "PKG_CONFIG_PATH", Formula["libpq"].opt_lib/"pkgconfig"
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match "owl", shell_output("#{bin}/forage --sandbox search owl --limit 3").downcase
  end
end
