# SPDX-License-Identifier: Apache-2.0
SUMMARY = "CORBA ORB and SCA component framework"
DESCRIPTION = "The messaging core of a software radio: an ORB with the IDL-to-C++11 mapping, and SCA 2.2.2 domains on it."
SECTION = "libs"
CVE_PRODUCT = "orbweaver"
LICENSE = "Apache-2.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"

DEPENDS = "cli11 fmt libsndfile1 libxml2 liquid-dsp nlohmann-json openssl spdlog tomlplusplus"
DEPENDS:append:class-target = " qemu-native"

inherit cmake externalsrc pkgconfig python3native qemu

# The source tree that the layer lies in.
SRC_URI = ""
EXTERNALSRC = "${@os.path.normpath('${THISDIR}/../../../../..')}"
EXTERNALSRC_BUILD = "${WORKDIR}/build"

# omniidl is of the build host: HOSTTOOLS += "omniidl omnicpp" in local.conf, and Debian's package omniidl.
EXTRA_OECMAKE = "\
    -DBUILD_TESTING=OFF \
    -DORBWEAVER_BENCHMARKS=OFF \
    -DORBWEAVER_PEERS=OFF \
    -DORBWEAVER_SHARED=ON \
    -DORBWEAVER_OMNIIDL=omniidl \
    -DCMAKE_INSTALL_LIBDIR=${baselib} \
    -DCMAKE_SKIP_INSTALL_RPATH=ON \
    -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON \
    -DCMAKE_CROSSCOMPILING_EMULATOR=${WORKDIR}/emulator \
"

# A component's program writes its profiles while it is built.
do_configure:prepend() {
    printf '#!/bin/sh\nexec %s "$@"\n' \
        "${@qemu_wrapper_cmdline(d, d.getVar('STAGING_DIR_HOST'), [d.expand('${B}'), d.expand('${STAGING_LIBDIR}'), d.expand('${STAGING_DIR_HOST}${base_libdir}')])}" \
        > ${WORKDIR}/emulator
    chmod +x ${WORKDIR}/emulator
}
OECMAKE_TARGET_COMPILE = "programs orbweaver_shared"

PACKAGES =+ "${PN}-waveforms ${PN}-idl ${PN}-lab"
FILES:${PN}-waveforms += "${nonarch_libdir}/orbweaver/sdr/dom ${bindir}/adsb-* ${bindir}/fm-* ${bindir}/ax25-*"
FILES:${PN}-idl += "${datadir}/orbweaver"
FILES:${PN}-lab += "${nonarch_libdir}/orbweaver/launcher.py ${nonarch_libdir}/orbweaver/python"
FILES:${PN} += "${nonarch_libdir}/orbweaver ${datadir}"
RDEPENDS:${PN}-waveforms = "${PN}"
RDEPENDS:${PN}-lab = "${PN} python3-core python3-jinja2 python3-pydantic python3-rich python3-typer"

BBCLASSEXTEND = "native nativesdk"
