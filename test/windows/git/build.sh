#!/bin/sh
# Compiles Debian's source of git for Windows, in the root of wine.ts: there is no package of it to be had.
# Without transports over the network, translations and scripts (`git submodule`). $1: sh.c; $2: the folder to make
set -eu
export DEBIAN_FRONTEND=noninteractive
compiler=x86_64-w64-mingw32
# The sources are where the root has its packages from.
sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >/etc/apt/sources.list.d/source.list
apt-get update -q
apt-get install -qy --no-install-recommends gcc-mingw-w64-x86-64-win32 libz-mingw-w64-dev make dpkg-dev
rm -rf /tmp/git-source "$2" "$2.begun"
mkdir -p /tmp/git-source
cd /tmp/git-source
apt-get source -q --download-only git
tar -xf git_*.orig.tar.xz --strip-components=1
make -j"$(nproc)" git.exe uname_S=MINGW uname_R=3 uname_M=x86_64 MSYSTEM=MINGW64 HOST_CPU=x86_64 \
  CC=$compiler-gcc AR=$compiler-ar RC="$compiler-windres -O coff" CFLAGS=-O1 LDFLAGS=-static \
  NO_OPENSSL=1 NO_CURL=1 NO_EXPAT=1 NO_GETTEXT=1 NO_ICONV=1 NO_PERL=1 NO_PYTHON=1 NO_TCLTK=1 \
  NEEDS_LIBICONV= HAVE_LIBCHARSET_H= USE_LIBPCRE= USE_NED_ALLOCATOR=
# Folders by whose names git finds its parts.
mkdir -p "$2.begun/bin" "$2.begun/libexec/git-core" "$2.begun/share/git-core/templates/info"
echo '# Patterns of files to ignore.' >"$2.begun/share/git-core/templates/info/exclude"
$compiler-strip -o "$2.begun/bin/git.exe" git.exe
for name in git git-upload-pack git-receive-pack; do cp "$2.begun/bin/git.exe" "$2.begun/libexec/git-core/$name.exe"; done
$compiler-gcc -O1 -Wall -Wextra -Werror -static -o "$2.begun/bin/sh.exe" "$1"
rm -rf /tmp/git-source
mv "$2.begun" "$2"
